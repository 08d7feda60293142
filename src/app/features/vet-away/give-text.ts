import { t } from '@lingui/core/macro';
import { warningLine } from '#app/days/warning-text.ts';
import { isolated } from '#app/text/isolated.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import type { NotGiven } from '#scheduling/give.ts';
import { takenTime } from '#scheduling/visit.ts';
import type { OwnersDay } from './use-owners-day.ts';

/** Explains why an appointment cannot be given to another vet here. */
export function fixedText(): string {
  return t`Only appointments with one main vet can be given to another vet here.`;
}

/** Explains in one line why a colleague cannot take an appointment. */
export function notGivenText(
  appointment: ReceivedAppointment,
  colleague: ReceivedEmployee,
  why: NotGiven,
  { stores, directory }: Pick<OwnersDay, 'stores' | 'directory'>,
): string {
  const vet = isolated(colleague.name);
  if (why.kind === 'fixed') return fixedText();
  const [first] = why.kind === 'taken' ? why.warnings : [];
  const store = stores.find(({ id }) => id === appointment.storeId);
  if (!first || !store) return t({ message: `We don’t know whether ${vet} is free`, comment: 'vet: a name' });
  const place = { store, stores, time: takenTime(appointment), petName: '', pets: directory.pets };
  return warningLine(first, place);
}
