import { expect, test } from 'vitest';
import { meaningsOf } from './headings.ts';

test.each(['Vets', 'Tierärzte', 'Vétérinaires', 'Veterinarios', 'Dierenartsen', 'الأطباء'])(
  'the column %s of Frontdesk’s own exports is the vet',
  (heading) => {
    expect(meaningsOf(heading)[0]).toEqual({ subject: 'vet', concept: 'self' });
  },
);
