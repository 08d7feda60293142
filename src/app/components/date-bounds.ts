/** The days that the app can be asked for; in every zone they have a day after them whose year has four digits. */
export const FIRST_DATE = '1900-01-01';
export const LAST_DATE = '9998-12-30';
