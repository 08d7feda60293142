import type { PracticeRecords } from '#service/db/write-practice.ts';

/** Names of pets that must stay plain text wherever they are shown, searched, printed or exported. */
const petNames = [
  '<b>Rex</b>',
  '"Sir" Barks-a-Lot',
  'Back\\slash',
  '100% Floof',
  'Captain 🏴‍☠️',
  '👩‍🚒 Ember',
  '=SUM(1,2)',
  '-Dash',
  '@Home',
  '+1 (the second)',
  'null',
  'undefined',
  'NaN',
  '_under_score_',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a pet name that looks like a template is the point.
  '${name} {{name}}',
  '&amp; Sons',
  "'; DROP TABLE pets;--",
  'Ǆǆ Ligature ﬁ',
  'Her Serene Highness Princess Wilhelmina Buttercup Fluffington-Marshmallow of Upper Whiskerton, Third of Her Name',
];

const clientName = { firstName: 'Robert"); DROP TABLE clients;--', lastName: 'Tables' };

/** A practice in which every sixteenth pet and one client have names that often cause bugs. */
export function withHostileNames(practice: PracticeRecords): PracticeRecords {
  const [, client] = practice.clients;
  return {
    ...practice,
    clients: practice.clients.map((one) => (one === client ? { ...one, ...clientName } : one)),
    pets: practice.pets.map((pet, index) => ({
      ...pet,
      name: (index % 16 === 8 && petNames[(index >> 4) % petNames.length]) || pet.name,
      clientName: pet.clientId === client?.id ? `${clientName.firstName} ${clientName.lastName}` : pet.clientName,
    })),
  };
}
