/** By how many minutes keys and a drag move an appointment. */
export const MOVE_STEP_MINUTES = 15;
/** The same with Alt. */
export const FINE_MOVE_STEP_MINUTES = 5;
