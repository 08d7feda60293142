import { normalizeText } from '#reading/text.ts';
import { type Column, shareOf } from './column-fields.ts';
import { type FileKind, fileKinds, importFields } from './fields.ts';
import { type Concept, lenient, type Subject } from './headings.ts';
import { isEmail, isPhone, isSpecies } from './vocabulary.ts';

/** Words for the kind of a file in its name. Where there are several, the last counts: those of pets' owners are clients. */
const NAMES: Readonly<Record<FileKind, string>> = {
  clients:
    'clients|client|customers|customer|owners|owner|contacts|kunden|kunde|besitzer|halter|eigentümer|klienten|adressen|proprietaires|clientes|cliente|propietarios|dueños|klanten|klant|eigenaren|eigenaars|عملاء|العملاء|مالكين|الزبائن|زبائن',
  pets: 'pets|pet|patients|patient|animals|animal|tiere|tier|patienten|animaux|mascotas|mascota|pacientes|animales|dieren|huisdieren|patienten|حيوانات|الحيوانات|المرضى',
  staff:
    'staff|employees|employee|users|team|personnel|mitarbeiter|personal|benutzer|employes|utilisateurs|equipe|empleados|personal|usuarios|equipo|medewerkers|personeel|gebruikers|موظفين|الموظفين|الموظفون|موظفون',
  appointments:
    'appointments|appointment|visits|bookings|calendar|schedule|diary|termine|termin|kalender|besuche|rendezvous|rendez-vous|rdv|visites|agenda|citas|visitas|reservas|afspraken|bezoeken|مواعيد|المواعيد|زيارات|الزيارات|حجوزات',
};

/** Sums of money and goods, which tell that a file is none of ours. */
const COMMERCE =
  /invoice|amount|price|quantity|balance due|payment|stock|rechnung|betrag|preis|menge|facture|montant|prix|factura|importe|precio|factuur|bedrag|prijs|فاتوره|المبلغ|السعر/;

/** What is kept of pets beside themselves: a line of such a file is no pet. */
const OF_PETS =
  /vaccin|reminder|medic|prescri|diagnos|result|laborator|impf|erinnerung|befund|rezept|rappel|ordonnance|vacuna|recordatorio|receta|herinnering|recept|تطعيم|لقاح|تذكير/;

/**
 * The kind of a file by its headings, then by what is in it, then by its name; null where none of them tells. `fields` are those that
 * somebody has chosen for its columns: only a kind that has them comes into question.
 */
export function kindOf(name: string, columns: readonly Column[], fields: readonly string[]): FileKind | null {
  const fits = (kind: FileKind) =>
    fields.every((field) => importFields[kind].some((own) => lenient(own) === lenient(field)));
  const chosen = fields.length === 0 ? [] : fileKinds.filter(fits);
  if (chosen.length === 1) return chosen[0] ?? null;
  const headings = byHeadings(name, columns);
  if (headings === 'none') return chosen[0] ?? null;
  const kinds = [headings, byContents(columns), byName(name), byPeople(columns)];
  return kinds.find((kind) => kind !== null && (fields.length === 0 || chosen.includes(kind))) ?? null;
}

/** The kind that headings alone tell; `none` where they are those of money, goods or treatments. */
function byHeadings(name: string, columns: readonly Column[]): FileKind | 'none' | null {
  const has = (subject: Subject | null, ...concepts: (Concept | 'self')[]) =>
    columns.some(({ meanings }) =>
      meanings.some((one) => one.subject === subject && (concepts.length === 0 || concepts.includes(one.concept))),
    );
  const said = (...concepts: Concept[]) =>
    columns.some(({ meanings }) => meanings.some(({ concept }) => concepts.some((one) => one === concept)));

  const ofPet = has('pet');
  const ofClient = has('client');
  const timed =
    has(null, 'start', 'duration') || has('appointment', 'id', 'date', 'start', 'end', 'duration', 'status', 'self');
  const ofVisit = has('vet') || has('room') || has('staff') || has(null, 'reason') || has('type');
  const some = (words: RegExp) => columns.some(({ heading }) => words.test(normalizeText(heading)));
  const commerce = some(COMMERCE);
  const begins = timed || (has(null, 'date') && ofVisit);
  if (begins && (ofPet || ofClient) && !(commerce && !timed)) return 'appointments';
  if (commerce && !said('species', 'breed', 'email', 'phone', 'mobile')) return 'none';
  if (said('species', 'breed') && (ofPet || said('name', 'breed', 'dateOfBirth', 'sex'))) return 'pets';
  if (ofPet && some(OF_PETS)) return 'none';
  if (ofPet) return byName(name) === 'appointments' ? 'appointments' : 'pets';
  // Clients have birthdays, too; pets have no first and last name.
  const ofPeople = has(null, 'firstName', 'lastName');
  if (ofClient && ((said('dateOfBirth', 'sex') && !ofPeople) || (has(null, 'id') && has('client', 'id'))))
    return 'pets';
  if (said('role') && !ofClient) return 'staff';
  if (has('staff') && !ofClient) return 'staff';
  if (ofClient && !ownOnly(columns)) return 'clients';
  // Addresses and numbers are those of clients, unless the file says that they are colleagues'.
  return said('email', 'phone', 'mobile', 'business') ? (byName(name) ?? 'clients') : null;
}

/** Whether the clients of a file are named by their id alone, so that its other columns may be about others. */
function ownOnly(columns: readonly Column[]): boolean {
  return columns.every(({ meanings }) =>
    meanings.every(({ subject, concept }) => subject !== 'client' || concept === 'id'),
  );
}

function byContents(columns: readonly Column[]): FileKind | null {
  const some = (isOfType: (cell: string) => boolean) =>
    columns.some(({ samples }) => samples.length >= 3 && shareOf(samples, isOfType) >= 0.8);
  if (some(isSpecies)) return 'pets';
  return some(isEmail) && some(isPhone) ? 'clients' : null;
}

function byName(file: string): FileKind | null {
  const name = normalizeText(file.replace(/\.[^.]*$/, ''));
  const places = fileKinds.map((kind) => {
    const ends = NAMES[kind].split('|').flatMap((word) => {
      const at = name.lastIndexOf(normalizeText(word));
      return at === -1 ? [] : [{ end: at + word.length, length: word.length }];
    });
    const [last = { end: -1, length: 0 }] = ends.sort((one, other) => other.end - one.end || other.length - one.length);
    return { kind, ...last };
  });
  const [best] = places.sort((one, other) => other.end - one.end || other.length - one.length);
  return best === undefined || best.end === -1 ? null : best.kind;
}

/** People of a file that says nothing else of them. */
function byPeople(columns: readonly Column[]): FileKind | null {
  const named = columns.some(({ meanings }) =>
    meanings.some(({ subject, concept }) => (subject === 'client' || subject === null) && /name/i.test(concept)),
  );
  return named ? 'clients' : null;
}
