import type { ClientLanguage } from '#contract/enums.ts';

const splitWords = (text: string): readonly string[] => text.trim().split(/\s+/);
const splitNames = (text: string): readonly string[] => text.trim().split(/,\s+/);

export const firstNames = splitWords(`
  Aaliyah Aaron Abigail Adam Adriana Aiden Alice Amara Amelia Andre Angela Anita Arjun Ava Beatriz Benjamin Bianca Brandon
  Camila Carlos Caroline Charles Charlotte Chen Chloe Claire Daniel Darius Deborah Derek Diego Elena Eli Elizabeth Emma
  Ethan Fatima Felix Fiona Gabriel Grace Hannah Harold Hassan Helen Henry Imani Ingrid Isaac Isabella Jack Jamal Jasmine
  Joanna Jonah Joyce Julian Kamala Karen Keisha Kevin Kofi Laura Leila Leo Liam Linda Lucas Luz Malik Marcus Maria Martin
  Maya Megan Mohammed Monica Naomi Natalie Nathan Nina Noah Nora Olivia Omar Oscar Patricia Paul Priya Quentin Rachel Ravi
  Rebecca Rosa Ruth Samuel Sandra Sarah Simone Sofia Stephen Susan Tamara Theo Thomas Tyler Uma Valentina Victor Violet
  Walter Wanda William Xavier Yara Yusuf Zainab Zachary`);

export const lastNames = splitWords(`
  Abbott Adeyemi Ahmed Alvarez Anderson Bailey Baker Banerjee Barnes Bauer Bell Bennett Brooks Brown Bryant Campbell Carter
  Castillo Chang Chavez Clark Coleman Collins Cooper Cruz Davis Delgado Diaz Edwards Ellis Evans Fernandez Fischer Flores
  Foster Garcia Gibson Gomez Gonzalez Graham Grant Green Griffin Hall Hamilton Harris Hayes Henderson Hernandez Hill Howard
  Huang Hughes Ivanov Jackson James Jenkins Johnson Jones Jordan Kapoor Kaufman Kelly Khan Kim King Kowalski Kumar Larsen
  Lee Lewis Lopez Martinez Mbeki McCarthy Mendoza Meyer Miller Mitchell Moore Morales Moreno Morgan Morris Murphy Murray
  Myers Nelson Novak Okafor Ortiz Osborne Parker Patel Perez Peterson Phillips Powell Price Quinn Ramirez Reed Reyes
  Richardson Rivera Roberts Robinson Rodriguez Rogers Rossi Russell Sanchez Sanders Schmidt Scott Shah Silva Simmons Singh
  Smith Stewart Sullivan Suzuki Tanaka Taylor Thompson Torres Tran Turner Vasquez Vega Wagner Walker Wallace Ward Washington
  Watson White Williams Wilson Wong Wood Wright Yamamoto Young Zhang Zimmerman`);

export const petNames = splitWords(`
  Abby Ace Angel Apollo Archie Astro Athena Bagel Bailey Bandit Basil Bear Beau Bella Benji Biscuit Blue Bonnie Boomer Bruno
  Buddy Buster Callie Chance Charlie Chester Chloe Cleo Clover Coco Cookie Cooper Cosmo Daisy Dakota Dexter Diesel Dixie
  Duchess Duke Echo Ella Elvis Felix Finn Flash Fern Frankie Freya George Ginger Gizmo Goose Gracie Gus Harley Hazel Henry
  Hobbes Honey Hunter Indie Iris Ivy Jack Jasper Jax Juniper Kiki Kiwi Koda Lady Leo Lilly Loki Lola Louie Lucky Lucy Luna
  Mabel Maggie Maple Marley Max Maximus Midnight Mia Millie Milo Minnie Misty Mocha Molly Moose Mochi Murphy Nacho Nala Nemo
  Nova Oakley Odin Olive Oliver Oreo Oscar Otis Panda Peanut Pearl Penny Pepper Percy Phoebe Pickle Piper Pixie Poppy Pumpkin
  Quincy Ranger Remy Rex Riley River Rocky Romeo Rosie Roxy Ruby Rufus Rusty Sadie Salem Sam Scout Shadow Simba Smokey Socks
  Sophie Stella Storm Sunny Sushi Tango Tank Teddy Theo Thor Tiger Tilly Toby Truffle Tucker Turbo Violet Waffles Whiskers
  Willow Winnie Winston Wren Yoshi Zelda Ziggy Zeus`);

/** Species, each with its relative frequency and its breeds. An empty list means that no breed is recorded. */
export const speciesBreeds: readonly (readonly [species: string, frequency: number, breeds: readonly string[]])[] = [
  [
    'Dog',
    54,
    splitNames(`Labrador Retriever, German Shepherd, French Bulldog, Golden Retriever, Beagle, Poodle, Dachshund, Boxer, Shih Tzu,
      Border Collie, Yorkshire Terrier, Cavalier King Charles Spaniel, Mixed breed`),
  ],
  [
    'Cat',
    33,
    splitNames('Domestic Shorthair, Domestic Longhair, Maine Coon, Siamese, Ragdoll, British Shorthair, Bengal'),
  ],
  ['Rabbit', 5, splitNames('Holland Lop, Netherland Dwarf, Rex, Lionhead')],
  ['Guinea pig', 3, splitNames('Abyssinian, American, Peruvian')],
  ['Parrot', 2, splitNames('Cockatiel, Budgerigar, African Grey')],
  ['Tortoise', 1, splitNames("Hermann's tortoise, Sulcata")],
  ['Ferret', 1, []],
  ['Chinchilla', 1, []],
];

type ClientName = readonly [firstName: string, lastName: string];

/** Client names that often cause bugs: apostrophes, particles, single letters, scripts of both directions, combining marks. */
export const unusualClientNames: readonly ClientName[] = [
  ["Shaun'a", "O'Malley"],
  ['Élodie', 'Lefèvre-Bérénger'],
  ['Zoe\u0308', 'Nu\u0301n\u0303ez'],
  ['İpek', 'Işık'],
  ['Jörg', 'Größmann-Weiß'],
  ['Αθηνά', 'Παπαδοπούλου'],
  ['Ольга', 'Щербакова'],
  ['محمد', 'الهاشمي'],
  ['נועה', 'בן־דוד'],
  ['美玲', '陳'],
  ['さくら', '髙橋'],
  ['지우', '김'],
  ['अनन्या', 'शर्मा'],
  ['กมล', 'ศรีสุข'],
  ['Thị Hồng', 'Nguyễn'],
  ['José María de la Concepción', 'Fernández-Guerra y Álvarez de Toledo-Montenegro von und zu Hohenstein-Öttingen'],
  ['Ludwig', "van 't Hoff"],
  ['Seán', 'D’Arcy'],
  ['Łukasz', 'Żółć'],
  ['Þórdís', 'Ægisdóttir'],
  ['Bjørn', 'Ångström'],
];

/** The languages that clients with these first names have chosen for messages. */
export const languagesByFirstName: ReadonlyMap<string, ClientLanguage> = new Map([
  ...([
    ['Élodie', 'fr'],
    ['Jörg', 'de'],
    ['محمد', 'ar'],
    ['Ludwig', 'nl'],
  ] as const),
  ...([
    ['Zoe\u0308', 'es'],
    ['José María de la Concepción', 'es'],
  ] as const),
]);

export const unusualPetNames = splitNames(`
  Tom & Jerry, Sir Barks-a-Lot, Mañana, L'il Bit, Élodie, Zoe\u0308, لولو, שוקו, 小白, ポチ, 나비, Мурка, Ίκαρος, शेरू, ข้าวปั้น, İnci, Işıl,
  Süße Maus, Žofka, Śnieżka, Håkon, மணி, Արամ, ქეთი, Bjössi, Ñandú, Ăn Vặt, Salt & Pepper, O'Hara, Đốm, Bé Bự,
  Princess Wilhelmina Buttercup`);

/** Alerts of clients, which everyone at the desk must see. */
export const clientAlerts = [
  'Calls only after 5 pm',
  'Pays in advance',
  'Hard of hearing: write, do not call',
  'Interpreter needed (Spanish)',
  'Wheelchair: ground-floor room, please',
] as const;

/** Alerts of pets, which everyone at the desk must see, each with the species that it suits; null suits all. */
export const petAlerts: readonly (readonly [species: string | null, alert: string])[] = [
  ['Dog', 'Bites'],
  ['Dog', 'Muzzle at every visit'],
  ['Cat', 'Afraid of dogs: wait in the car'],
  ['Dog', 'Epileptic: no long waits'],
  [null, 'Allergic to penicillin'],
  ['Cat', 'FIV positive: own towel, last on the table'],
  ['Rabbit', 'Stressed by noise: straight into a room'],
];
