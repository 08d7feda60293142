import type { DeskSession } from '#contract/desk.ts';

/** Whether the person who is signed in has a PIN in this browser. */
export const hasPin = ({ person, pins }: Pick<DeskSession, 'person' | 'pins'>): boolean =>
  pins?.some((holder) => holder.person === person) === true;
