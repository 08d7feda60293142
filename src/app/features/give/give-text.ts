import { t } from '@lingui/core/macro';
import type { NotGiven } from '#app/scheduling/give.ts';
import { takenTime } from '#app/scheduling/visit.ts';
import { warningLine } from '#app/session/warning-text.ts';
import { isolated } from '#app/text/isolated.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import type { OwnersDay } from './use-owners-day.ts';

/** Says that no colleague can take an appointment from here. */
export function fixedText(): string {
  return t`Only the one main vet of an appointment can be replaced here.`;
}

/** Says in a line why a colleague cannot take an appointment. */
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
  if (!first || !store) return t({ message: `Whether ${vet} is free is not known here`, comment: 'vet: a name' });
  const place = { store, stores, time: takenTime(appointment), petName: '', pets: directory.pets };
  return warningLine(first, place);
}
