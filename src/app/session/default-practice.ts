import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import type { VisitTypeCategory } from '#contract/enums.ts';
import type { PracticeSetup } from '#contract/practice-setup.ts';

/** The rooms of a new practice, in the language of the page: if there are several, the last is the operating room. */
export function defaultRooms(count: number): PracticeSetup['store']['rooms'] {
  const consults = Array.from({ length: Math.max(1, count - 1) }, (_, index) => {
    const number = (index + 1).toLocaleString(shownLocale);
    return {
      name: t({ message: `Consult ${number}`, comment: 'a room of a practice that is set up' }),
      categories: [],
    };
  });
  const surgery = t({ message: 'Surgery', context: 'room', comment: 'the operating room' });
  return count === 1 ? consults : [...consults, { name: surgery, categories: ['surgical', 'dental'] }];
}

/** The visit types of a new practice, in the language of the page. */
export function defaultVisitTypes(): PracticeSetup['visitTypes'] {
  const types: [name: string, durationMinutes: number, category: VisitTypeCategory][] = [
    [t({ message: 'Consultation', context: 'visit type' }), 20, 'consult'],
    [t({ message: 'Follow-up', context: 'visit type' }), 15, 'consult'],
    [t({ message: 'Vaccination', context: 'visit type' }), 15, 'vaccination'],
    [t({ message: 'Annual health check', context: 'visit type' }), 30, 'health'],
    [t({ message: 'Dental cleaning', context: 'visit type' }), 60, 'dental'],
    [t({ message: 'Surgery', context: 'visit type', comment: 'an operation' }), 120, 'surgical'],
    [t({ message: 'Nail trim', context: 'visit type' }), 15, 'nurse'],
  ];
  return types.map(([name, durationMinutes, category]) => ({ name, durationMinutes, category }));
}
