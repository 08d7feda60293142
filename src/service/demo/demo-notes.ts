import type { VisitTypeCategory } from '#contract/enums.ts';
import type { Random } from './random.ts';

/** The writer of a note: an employee during the appointment, the desk while it books, or the client on the web site. */
type NoteWriter = 'staff' | 'desk' | 'client';

interface DemoNote {
  readonly writer: NoteWriter;
  readonly categories: readonly VisitTypeCategory[];
  /** The species that the text suits; null suits all. */
  readonly species: readonly string[] | null;
  readonly text: string;
}

const createDemoNotes = (
  writer: NoteWriter,
  categories: VisitTypeCategory | readonly VisitTypeCategory[],
  species: readonly string[] | null,
  ...texts: readonly string[]
): readonly DemoNote[] =>
  texts.map((text) => ({
    ...{ writer, species, text },
    categories: typeof categories === 'string' ? [categories] : categories,
  }));

const [dog, cat, bird] = [['Dog'], ['Cat'], ['Parrot']];
const dogOrCat = ['Dog', 'Cat'];
const smallMammals = ['Rabbit', 'Guinea pig', 'Chinchilla'];
const operations: readonly VisitTypeCategory[] = ['surgical', 'dental'];
const stays: readonly VisitTypeCategory[] = ['daycare', 'overnight'];

const demoNotes: readonly DemoNote[] = [
  ...createDemoNotes(
    'staff',
    'consult',
    dog,
    'Limping on the left hind leg since Sunday.',
    'Ears: itching again, smells. Swab if dirty.',
    'Vomited twice last night, drinks normally.',
    'Hot spot on the right flank.',
    'Ate part of a sock on Monday. Bright, eating.',
    'Coughs at night; heart murmur grade 2 on file.',
  ),
  ...createDemoNotes(
    'staff',
    'consult',
    cat,
    'Not eating since yesterday. Indoor cat.',
    'In the litter box every ten minutes: urine sample, please.',
    'Overgrooming on the belly.',
    'Drinks a lot, losing weight: bloods planned.',
    'Abscess after a fight, left cheek.',
  ),
  ...createDemoNotes(
    'staff',
    'consult',
    smallMammals,
    'Not eating well, fewer droppings. Check the teeth.',
    'Head tilt since Friday.',
  ),
  ...createDemoNotes('staff', 'consult', bird, 'Plucks feathers on the chest.', 'Sneezing, discharge on one side.'),
  ...createDemoNotes('staff', 'consult', ['Tortoise'], 'Has not come out of hibernation properly.'),
  ...createDemoNotes('staff', 'consult', ['Ferret'], 'Losing hair at the tail.'),
  ...createDemoNotes(
    'staff',
    'consult',
    null,
    'Second opinion, records are on file.',
    'Bring the X-rays from the last visit.',
  ),
  ...createDemoNotes(
    'staff',
    'health',
    dogOrCat,
    'Weigh first, diet since spring.',
    'Senior panel agreed with the client.',
  ),
  ...createDemoNotes('staff', 'health', null, 'Check the microchip number.'),
  ...createDemoNotes(
    'staff',
    'vaccination',
    dog,
    'Rabies certificate for travel.',
    'Kennel cough, too: boarding next month.',
  ),
  ...createDemoNotes('staff', 'vaccination', cat, 'Leukemia test before the first shot.'),
  ...createDemoNotes('staff', 'vaccination', null, 'Had a swollen face after the last shot: waits 30 min.'),
  ...createDemoNotes('staff', 'nurse', dog, 'Dew claws, too. Was fine last time with treats.', 'Anal glands, please.'),
  ...createDemoNotes(
    'staff',
    'nurse',
    dogOrCat,
    'Weight clinic: was 32.4 kg in spring.',
    'Monthly joint injection.',
    'Stitches out.',
  ),
  ...createDemoNotes('staff', 'nurse', cat, 'Wrap in a towel.'),
  ...createDemoNotes(
    'staff',
    operations,
    null,
    'Fasted since last night.',
    'Estimate signed.',
    'Pre-anesthetic bloods were normal.',
  ),
  ...createDemoNotes(
    'staff',
    'surgical',
    dog,
    'Cone goes home with him.',
    'Umbilical hernia: repair at the same time.',
  ),
  ...createDemoNotes('staff', 'dental', null, 'Lower left molar looks fractured.'),
  ...createDemoNotes('staff', 'diagnostics', null, 'Hips and spine, sedation agreed.', 'Chest, two views.'),
  ...createDemoNotes('staff', 'grooming', dog, 'Matted behind the ears.', 'Hypoallergenic shampoo only.'),
  ...createDemoNotes('staff', stays, null, 'Own food in the bag, twice a day.', 'Thyroid tablet with breakfast.'),
  ...createDemoNotes('staff', 'hospital', null, 'IV fluids, recheck bloods at 4 PM.', 'Observation after surgery.'),
  ...createDemoNotes(
    'staff',
    'in_home',
    null,
    'Third floor, no elevator.',
    'Call from the car: dog has to be put away.',
  ),
  ...createDemoNotes(
    'desk',
    ['consult', 'health', 'vaccination'],
    null,
    'Phoned in the morning, asked for an early slot.',
  ),
  ...createDemoNotes(
    'desk',
    ['consult', 'health', 'nurse'],
    null,
    'Moved from last week.',
    'Needs to leave by half past.',
  ),
  ...createDemoNotes(
    'desk',
    [...operations, 'diagnostics'],
    null,
    'Asked about the price, estimate sent.',
    'Insurance claim open.',
  ),
  ...createDemoNotes('desk', 'grooming', null, 'Will be picked up by the neighbor.'),
  ...createDemoNotes(
    'desk',
    ['health', 'vaccination'],
    null,
    'Prefers text messages.',
    'Interpreter needed (Spanish / español).',
  ),
  ...createDemoNotes(
    'client',
    'consult',
    dog,
    'Limping since Sunday, still eating well.',
    'he keeps scratching his ear 😿',
  ),
  ...createDemoNotes(
    'client',
    'consult',
    cat,
    'She hides all day and does not eat.',
    'Second time she has thrown up this week.',
  ),
  ...createDemoNotes('client', 'consult', smallMammals, 'She stopped eating her hay this morning.'),
  ...createDemoNotes('client', 'consult', bird, 'He is very quiet and fluffed up.'),
  ...createDemoNotes('client', ['consult', 'health'], null, 'Can we have the same doctor as last time? Thank you!!'),
  ...createDemoNotes(
    'client',
    ['health', 'vaccination'],
    null,
    'Necesito factura, gracias.',
    'It is his yearly one I think',
  ),
  ...createDemoNotes('client', ['health', 'vaccination', 'nurse'], cat, 'She hides when she sees the carrier <3'),
  ...createDemoNotes('client', 'nurse', null, 'Last time it took five minutes, can we just drop in?'),
  ...createDemoNotes('client', ['grooming', 'daycare'], dog, 'He loves everybody :)', 'Short for the summer please'),
  ...createDemoNotes('client', [...operations, 'diagnostics'], null, 'When does he have to stop eating?'),
];

/** Notes by employees about rechecks, which follow an earlier appointment. */
const recheckNotes: readonly string[] = [
  'Wound recheck.\nStitches out if dry.\n\nCall the client afterwards.',
  'Ear drops for two weeks: swab again.',
  'Limp was better on Friday. X-ray if it is not gone.',
  'Bloods again, fasted. Compare with last time.',
  'Skin after the diet change; photos are on file.',
  'Eye stain again, drops three times a day since.',
  'Weight, and how the tablets are going down.',
];

/** A text that suits the appointment and the species, as its writer would have typed it; null if there is none. */
export function pickDemoNote(
  writer: NoteWriter,
  { type, category, species }: { type: string; category: VisitTypeCategory; species: string },
  random: Random,
): string | null {
  if (type === 'Recheck') return writer === 'staff' ? random.pick(recheckNotes) : null;
  const fitting = demoNotes.filter(
    (one) =>
      one.writer === writer &&
      one.categories.includes(category) &&
      (one.species === null || one.species.includes(species)),
  );
  return fitting.length === 0 ? null : random.pick(fitting).text;
}
