import { expect, test } from 'vitest';
import { meaningsOf } from './headings.ts';

test.each(['Vets', 'Tierärzte', 'Vétérinaires', 'Veterinarios', 'Dierenartsen', 'الأطباء'])(
  'the column %s of Frontdesk’s own exports is the vet',
  (heading) => {
    expect(meaningsOf(heading)[0]).toEqual({ subject: 'vet', concept: 'self' });
  },
);

test.each([
  ['Spp', 'species'],
  ['Breed Desc', 'breed'],
  ['Dt of Birth', 'dateOfBirth'],
  ['Next Vacc Due', 'dueOn'],
])('the abbreviated heading %s of other programs is %s', (heading, concept) => {
  expect(meaningsOf(heading)[0]).toMatchObject({ concept });
});
