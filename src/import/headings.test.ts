import { expect, test } from 'vitest';
import { findMeanings } from './headings.ts';

test.each(['Vets', 'Tierärzte', 'Vétérinaires', 'Veterinarios', 'Dierenartsen', 'الأطباء'])(
  'the column %s of Frontdesk’s own exports is the vet',
  (heading) => {
    expect(findMeanings(heading)[0]).toEqual({ subject: 'vet', concept: 'self' });
  },
);

test.each([
  ['Spp', 'species'],
  ['Breed Desc', 'breed'],
  ['Dt of Birth', 'dateOfBirth'],
  ['Next Vacc Due', 'dueOn'],
])('the abbreviated heading %s of other programs is %s', (heading, concept) => {
  expect(findMeanings(heading)[0]).toMatchObject({ concept });
});
