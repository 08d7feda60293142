const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const firstNames = words(`
  Aaliyah Aaron Abigail Adam Adriana Aiden Alice Amara Amelia Andre Angela Anita Arjun Ava Beatriz Benjamin Bianca Brandon
  Camila Carlos Caroline Charles Charlotte Chen Chloe Claire Daniel Darius Deborah Derek Diego Elena Eli Elizabeth Emma
  Ethan Fatima Felix Fiona Gabriel Grace Hannah Harold Hassan Helen Henry Imani Ingrid Isaac Isabella Jack Jamal Jasmine
  Joanna Jonah Joyce Julian Kamala Karen Keisha Kevin Kofi Laura Leila Leo Liam Linda Lucas Luz Malik Marcus Maria Martin
  Maya Megan Mohammed Monica Naomi Natalie Nathan Nina Noah Nora Olivia Omar Oscar Patricia Paul Priya Quentin Rachel Ravi
  Rebecca Rosa Ruth Samuel Sandra Sarah Simone Sofia Stephen Susan Tamara Theo Thomas Tyler Uma Valentina Victor Violet
  Walter Wanda William Xavier Yara Yusuf Zainab Zachary`);

export const lastNames = words(`
  Abbott Adeyemi Ahmed Alvarez Anderson Bailey Baker Banerjee Barnes Bauer Bell Bennett Brooks Brown Bryant Campbell Carter
  Castillo Chang Chavez Clark Coleman Collins Cooper Cruz Davis Delgado Diaz Edwards Ellis Evans Fernandez Fischer Flores
  Foster Garcia Gibson Gomez Gonzalez Graham Grant Green Griffin Hall Hamilton Harris Hayes Henderson Hernandez Hill Howard
  Huang Hughes Ivanov Jackson James Jenkins Johnson Jones Jordan Kapoor Kaufman Kelly Khan Kim King Kowalski Kumar Larsen
  Lee Lewis Lopez Martinez Mbeki McCarthy Mendoza Meyer Miller Mitchell Moore Morales Moreno Morgan Morris Murphy Murray
  Myers Nelson Novak Okafor Ortiz Osborne Parker Patel Perez Peterson Phillips Powell Price Quinn Ramirez Reed Reyes
  Richardson Rivera Roberts Robinson Rodriguez Rogers Rossi Russell Sanchez Sanders Schmidt Scott Shah Silva Simmons Singh
  Smith Stewart Sullivan Suzuki Tanaka Taylor Thompson Torres Tran Turner Vasquez Vega Wagner Walker Wallace Ward Washington
  Watson White Williams Wilson Wong Wood Wright Yamamoto Young Zhang Zimmerman`);

export const petNames = words(`
  Abby Ace Angel Apollo Archie Astro Athena Bagel Bailey Bandit Basil Bear Beau Bella Benji Biscuit Blue Bonnie Boomer Bruno
  Buddy Buster Callie Chance Charlie Chester Chloe Cleo Clover Coco Cookie Cooper Cosmo Daisy Dakota Dexter Diesel Dixie
  Duchess Duke Echo Ella Elvis Felix Finn Flash Fern Frankie Freya George Ginger Gizmo Goose Gracie Gus Harley Hazel Henry
  Hobbes Honey Hunter Indie Iris Ivy Jack Jasper Jax Juniper Kiki Kiwi Koda Lady Leo Lilly Loki Lola Louie Lucky Lucy Luna
  Mabel Maggie Maple Marley Max Maximus Midnight Mia Millie Milo Minnie Misty Mocha Molly Moose Mochi Murphy Nacho Nala Nemo
  Nova Oakley Odin Olive Oliver Oreo Oscar Otis Panda Peanut Pearl Penny Pepper Percy Phoebe Pickle Piper Pixie Poppy Pumpkin
  Quincy Ranger Remy Rex Riley River Rocky Romeo Rosie Roxy Ruby Rufus Rusty Sadie Salem Sam Scout Shadow Simba Smokey Socks
  Sophie Stella Storm Sunny Sushi Tango Tank Teddy Theo Thor Tiger Tilly Toby Truffle Tucker Turbo Violet Waffles Whiskers
  Willow Winnie Winston Wren Yoshi Zelda Ziggy Zeus`);

const breeds = (text: string): readonly string[] => text.trim().split(/,\s+/);

/** Species by how often they come, each with its breeds; an empty list means that no breed is recorded. */
export const speciesBreeds: readonly (readonly [species: string, weight: number, breeds: readonly string[]])[] = [
  [
    'Dog',
    54,
    breeds(`Labrador Retriever, German Shepherd, French Bulldog, Golden Retriever, Beagle, Poodle, Dachshund, Boxer, Shih Tzu,
      Border Collie, Yorkshire Terrier, Cavalier King Charles Spaniel, Mixed breed`),
  ],
  ['Cat', 33, breeds('Domestic Shorthair, Domestic Longhair, Maine Coon, Siamese, Ragdoll, British Shorthair, Bengal')],
  ['Rabbit', 5, breeds('Holland Lop, Netherland Dwarf, Rex, Lionhead')],
  ['Guinea pig', 3, breeds('Abyssinian, American, Peruvian')],
  ['Parrot', 2, breeds('Cockatiel, Budgerigar, African Grey')],
  ['Tortoise', 1, breeds("Hermann's tortoise, Sulcata")],
  ['Ferret', 1, []],
  ['Chinchilla', 1, []],
];

/** A name that is not an everyday one of the country. Where tests want the worst, `hostile` stands in its place. */
export interface UnusualName<Name> {
  readonly plausible: Name;
  readonly hostile: Name;
}

type Person = readonly [firstName: string, lastName: string];

const person = (firstName: string, lastName: string, hostile: Person = [firstName, lastName]): UnusualName<Person> => ({
  plausible: [firstName, lastName],
  hostile,
});
const pet = (plausible: string, hostile = plausible): UnusualName<string> => ({ plausible, hostile });

/**
 * Names of people as practices really have them, chosen for what they break: apostrophes, particles, one letter, words
 * that programs take for values, scripts of both directions, letters whose case folds differently, marks that combine.
 */
export const unusualPeople: readonly UnusualName<Person>[] = [
  person("Shaun'a", "O'Malley"),
  person('Élodie', 'Lefèvre-Bérénger'),
  person('Zoe\u0308', 'Nu\u0301n\u0303ez'),
  person('İpek', 'Işık'),
  person('Jörg', 'Größmann-Weiß'),
  person('Αθηνά', 'Παπαδοπούλου'),
  person('Ольга', 'Щербакова'),
  person('محمد', 'الهاشمي'),
  person('נועה', 'בן־דוד'),
  person('美玲', '陳'),
  person('さくら', '髙橋'),
  person('지우', '김'),
  person('अनन्या', 'शर्मा'),
  person('กมล', 'ศรีสุข'),
  person('Thị Hồng', 'Nguyễn'),
  person('Jennifer', 'Null'),
  person('Robert', 'Tables', ['Robert"); DROP TABLE clients;--', 'Tables']),
  person('Ng', 'O'),
  person(
    'José María de la Concepción',
    'Fernández-Guerra y Álvarez de Toledo-Montenegro von und zu Hohenstein-Öttingen',
  ),
  person('Ludwig', "van 't Hoff"),
  person('Seán', 'D’Arcy'),
  person('Łukasz', 'Żółć'),
  person('Þórdís', 'Ægisdóttir'),
  person('Bjørn', 'Ångström'),
];

/** Names of animals of the same kind; each must stay plain text wherever it is shown, searched, printed or exported. */
export const unusualPets: readonly UnusualName<string>[] = [
  pet('Rex', '<b>Rex</b>'),
  pet('Tom & Jerry'),
  pet('Sir Barks-a-Lot', '"Sir" Barks-a-Lot'),
  pet('Mañana', 'Back\\slash'),
  pet('Floof', '100% Floof'),
  pet("L'il Bit"),
  pet('Élodie'),
  pet('Zoe\u0308'),
  pet('لولو'),
  pet('שוקו'),
  pet('小白'),
  pet('ポチ'),
  pet('나비'),
  pet('Мурка'),
  pet('Ίκαρος'),
  pet('शेरू'),
  pet('ข้าวปั้น'),
  pet('İnci'),
  pet('Işıl'),
  pet('Süße Maus'),
  pet('Žofka', 'Captain 🏴‍☠️'),
  pet('Śnieżka', '👩‍🚒 Ember'),
  pet('Håkon', '=SUM(1,2)'),
  pet('மணி', '-Dash'),
  pet('Արամ', '@Home'),
  pet('ქეთი', '+1 (the second)'),
  pet('Null', 'null'),
  pet('Bjössi', 'undefined'),
  pet('Nan', 'NaN'),
  pet('Ñandú', '_under_score_'),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an animal called like a template is the point.
  pet('Ăn Vặt', '${name} {{name}}'),
  pet('Salt & Pepper', '&amp; Sons'),
  pet("O'Hara", "'; DROP TABLE pets;--"),
  pet('Đốm', 'Ǆǆ Ligature ﬁ'),
  pet('Bé Bự'),
  pet(
    'Princess Wilhelmina Buttercup',
    'Her Serene Highness Princess Wilhelmina Buttercup Fluffington-Marshmallow of Upper Whiskerton, Third of Her Name',
  ),
];

/** What staff write on an appointment; each is kept as typed. */
export const notes: readonly string[] = [
  'Nervous with other dogs, wait outside.',
  'Fasted since last night.',
  'Owner prefers Dr Fournier.',
  'Bring the X-rays from the last visit.',
  'Muzzle, please. Was fine last time with treats.',
  'Second opinion on the left hind leg.',
  'Weigh first: was 32.4 kg, target < 30 kg.',
  'Insurance claim open; invoice to the insurer.',
  'Recheck of the wound.\nStitches out if dry.\n\nCall the owner afterwards.',
  'Allergic to penicillin!',
  'Microchip number to be verified.',
  'Will be brought by the neighbour (“Mr. B”).',
];

/** What the desk noted while booking. */
export const bookingNotes: readonly string[] = [
  'Phoned in the morning, asked for an early slot.',
  'Moved from last week.',
  'Prefers text messages.',
  'Called twice about price & payment.',
  'Interpreter needed (Spanish / español).',
  'Ring the bell at the back door.',
];

/** What clients typed when they booked online. */
export const clientNotes: readonly string[] = [
  'he keeps scratching his ear 😿',
  'Limping since Sunday, still eating well.',
  'Can we have the same doctor as last time? Thank you!!',
  'Necesito factura, gracias.',
  'Она боится кошек, можно подождать в машине?',
  'She hides when she sees the carrier <3',
];
