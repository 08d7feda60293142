import type { VisitTypeCategory } from '#contract/enums.ts';
import type { Random } from './random.ts';

/** The writer of a note: an employee during the appointment, the desk while it books, or the client on the web site. */
type NoteWriter = 'staff' | 'desk' | 'client';

interface Complaint {
  readonly writer: NoteWriter;
  readonly categories: readonly VisitTypeCategory[];
  /** The species that the text suits; null suits all. */
  readonly species: readonly string[] | null;
  readonly text: string;
}

const createComplaints = (
  writer: NoteWriter,
  categories: VisitTypeCategory | readonly VisitTypeCategory[],
  species: readonly string[] | null,
  ...texts: readonly string[]
): readonly Complaint[] =>
  texts.map((text) => ({
    ...{ writer, species, text },
    categories: typeof categories === 'string' ? [categories] : categories,
  }));

const [dog, cat, bird] = [['Dog'], ['Cat'], ['Parrot']];
const dogOrCat = ['Dog', 'Cat'];
const small = ['Rabbit', 'Guinea pig', 'Chinchilla'];
const operations: readonly VisitTypeCategory[] = ['surgical', 'dental'];
const stays: readonly VisitTypeCategory[] = ['daycare', 'overnight'];

const complaints: readonly Complaint[] = [
  ...createComplaints(
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
  ...createComplaints(
    'staff',
    'consult',
    cat,
    'Not eating since yesterday. Indoor cat.',
    'In the litter box every ten minutes: urine sample, please.',
    'Overgrooming on the belly.',
    'Drinks a lot, losing weight: bloods planned.',
    'Abscess after a fight, left cheek.',
  ),
  ...createComplaints(
    'staff',
    'consult',
    small,
    'Not eating well, fewer droppings. Check the teeth.',
    'Head tilt since Friday.',
  ),
  ...createComplaints('staff', 'consult', bird, 'Plucks feathers on the chest.', 'Sneezing, discharge on one side.'),
  ...createComplaints('staff', 'consult', ['Tortoise'], 'Has not come out of hibernation properly.'),
  ...createComplaints('staff', 'consult', ['Ferret'], 'Losing hair at the tail.'),
  ...createComplaints(
    'staff',
    'consult',
    null,
    'Second opinion, records are on file.',
    'Bring the X-rays from the last visit.',
  ),
  ...createComplaints(
    'staff',
    'health',
    dogOrCat,
    'Weigh first, diet since spring.',
    'Senior panel agreed with the client.',
  ),
  ...createComplaints('staff', 'health', null, 'Check the microchip number.'),
  ...createComplaints(
    'staff',
    'vaccination',
    dog,
    'Rabies certificate for travel.',
    'Kennel cough, too: boarding next month.',
  ),
  ...createComplaints('staff', 'vaccination', cat, 'Leukemia test before the first shot.'),
  ...createComplaints('staff', 'vaccination', null, 'Had a swollen face after the last shot: waits 30 min.'),
  ...createComplaints('staff', 'nurse', dog, 'Dew claws, too. Was fine last time with treats.', 'Anal glands, please.'),
  ...createComplaints(
    'staff',
    'nurse',
    dogOrCat,
    'Weight clinic: was 32.4 kg in spring.',
    'Monthly joint injection.',
    'Stitches out.',
  ),
  ...createComplaints('staff', 'nurse', cat, 'Wrap in a towel.'),
  ...createComplaints(
    'staff',
    operations,
    null,
    'Fasted since last night.',
    'Estimate signed.',
    'Pre-anesthetic bloods were normal.',
  ),
  ...createComplaints(
    'staff',
    'surgical',
    dog,
    'Cone goes home with him.',
    'Umbilical hernia: repair at the same time.',
  ),
  ...createComplaints('staff', 'dental', null, 'Lower left molar looks fractured.'),
  ...createComplaints('staff', 'diagnostics', null, 'Hips and spine, sedation agreed.', 'Chest, two views.'),
  ...createComplaints('staff', 'grooming', dog, 'Matted behind the ears.', 'Hypoallergenic shampoo only.'),
  ...createComplaints('staff', stays, null, 'Own food in the bag, twice a day.', 'Thyroid tablet with breakfast.'),
  ...createComplaints('staff', 'hospital', null, 'IV fluids, recheck bloods at 4 PM.', 'Observation after surgery.'),
  ...createComplaints(
    'staff',
    'in_home',
    null,
    'Third floor, no elevator.',
    'Call from the car: dog has to be put away.',
  ),
  ...createComplaints(
    'desk',
    ['consult', 'health', 'vaccination'],
    null,
    'Phoned in the morning, asked for an early slot.',
  ),
  ...createComplaints(
    'desk',
    ['consult', 'health', 'nurse'],
    null,
    'Moved from last week.',
    'Needs to leave by half past.',
  ),
  ...createComplaints(
    'desk',
    [...operations, 'diagnostics'],
    null,
    'Asked about the price, estimate sent.',
    'Insurance claim open.',
  ),
  ...createComplaints('desk', 'grooming', null, 'Will be picked up by the neighbor.'),
  ...createComplaints(
    'desk',
    ['health', 'vaccination'],
    null,
    'Prefers text messages.',
    'Interpreter needed (Spanish / español).',
  ),
  ...createComplaints(
    'client',
    'consult',
    dog,
    'Limping since Sunday, still eating well.',
    'he keeps scratching his ear 😿',
  ),
  ...createComplaints(
    'client',
    'consult',
    cat,
    'She hides all day and does not eat.',
    'Second time she has thrown up this week.',
  ),
  ...createComplaints('client', 'consult', small, 'She stopped eating her hay this morning.'),
  ...createComplaints('client', 'consult', bird, 'He is very quiet and fluffed up.'),
  ...createComplaints('client', ['consult', 'health'], null, 'Can we have the same doctor as last time? Thank you!!'),
  ...createComplaints(
    'client',
    ['health', 'vaccination'],
    null,
    'Necesito factura, gracias.',
    'It is his yearly one I think',
  ),
  ...createComplaints('client', ['health', 'vaccination', 'nurse'], cat, 'She hides when she sees the carrier <3'),
  ...createComplaints('client', 'nurse', null, 'Last time it took five minutes, can we just drop in?'),
  ...createComplaints('client', ['grooming', 'daycare'], dog, 'He loves everybody :)', 'Short for the summer please'),
  ...createComplaints('client', [...operations, 'diagnostics'], null, 'When does he have to stop eating?'),
];

/** Notes by employees about rechecks, which follow an earlier appointment. */
const rechecks: readonly string[] = [
  'Wound recheck.\nStitches out if dry.\n\nCall the client afterwards.',
  'Ear drops for two weeks: swab again.',
  'Limp was better on Friday. X-ray if it is not gone.',
  'Bloods again, fasted. Compare with last time.',
  'Skin after the diet change; photos are on file.',
  'Eye stain again, drops three times a day since.',
  'Weight, and how the tablets are going down.',
];

/** A text that suits the appointment and the species, as its writer would have typed it; null if there is none. */
export function pickComplaint(
  writer: NoteWriter,
  { type, category, species }: { type: string; category: VisitTypeCategory; species: string },
  random: Random,
): string | null {
  if (type === 'Recheck') return writer === 'staff' ? random.pick(rechecks) : null;
  const fitting = complaints.filter(
    (one) =>
      one.writer === writer &&
      one.categories.includes(category) &&
      (one.species === null || one.species.includes(species)),
  );
  return fitting.length === 0 ? null : random.pick(fitting).text;
}
