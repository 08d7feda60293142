import { t } from '@lingui/core/macro';
import { humanizeValue } from '#app/appearance/enum-labels.ts';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { type EmployeeRole, employeeRoles } from '#contract/enums.ts';

export const roleTexts: Readonly<Record<EmployeeRole, string>> = translateOnRead({
  vet: () => t({ message: 'Vet', context: 'role of a person' }),
  nurse: () => t({ message: 'Nurse', context: 'role of a person' }),
  receptionist: () => t({ message: 'Receptionist', context: 'role of a person' }),
  groomer: () => t({ message: 'Groomer', context: 'role of a person' }),
  trainer: () => t({ message: 'Trainer', context: 'role of a person' }),
  manager: () => t({ message: 'Manager', context: 'role of a person' }),
});

/** The role of a person in the practice. A role that only the practice system knows is shown by its own name. */
export function roleText(role: string): string {
  const knownRole = employeeRoles.find((one) => one === role);
  return knownRole === undefined ? humanizeValue(role) : roleTexts[knownRole];
}
