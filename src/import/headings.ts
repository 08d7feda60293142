import { normalizeText } from '#reading/text.ts';

/*
 * The meaning of headings in the six languages of the app: a subject (`Owner`), a concept (`e-mail`), or both (`Owner
 * e-mail`, `Kundennummer`, `Nom du propriétaire`).
 */

/** The subject of a column. A column without a subject is about the records of its file. */
const SUBJECTS = {
  client:
    'client|clients|customers|cust|owners|contacts|accounts|acct|adressen|kd|pet parent|customer|owner|contact|account|kontakt|kontakte|kunde|kunden|besitzer|halter|tierhalter|tierbesitzer|patientenbesitzer|eigentümer|klient|propriétaire|détenteur|cliente|titular|propietario|dueño|dueña|contacto|klant|klanten|eigenaar|eigenaren|cliënt|clientes|العميل|عميل|المالك|مالك|الزبون|زبون|عملاء|العملاء|مالكين|الزبائن|زبائن|صاحب الحيوان',
  pet: 'pet|pets|patients|animals|animaux|patient|pat|animal|tier|tiere|patienten|paciente|mascota|dier|dieren|huisdier|patiënt|حيوان|الحيوان|المريض|مريض|حيوانات|الحيوانات|المرضى|الحيوان الأليف',
  staff:
    'staff|staff member|team|employee|employees|user|users|team member|mitarbeiter|mitarbeiterin|benutzer|personal|employé|utilisateur|personnel|collaborateur|empleado|usuario|medewerker|gebruiker|personeel|موظف|الموظف|موظفين|الموظفين|الموظفون|المستخدم',
  appointment:
    'appointment|appointments|appt|visit|booking|schedule|diary|calendar|kalender|agenda|rendezvous|termin|besuch|rendez-vous|rdv|visite|consultation|cita|visita|reserva|afspraak|afspraken|bezoek|consult|موعد|الموعد|الزيارة|زيارة|الحجز|حجز|مواعيد|المواعيد|زيارات|الزيارات|حجوزات',
  vet: 'vet|vets|veterinarian|veterinary surgeon|doctor|provider|clinician|practitioner|assigned to|tierarzt|tierärztin|tierärzte|behandler|behandelnder tierarzt|arzt|ärztin|vétérinaire|vétérinaires|docteur|praticien|intervenant|veterinario|veterinaria|veterinarios|profesional|dierenarts|dierenartsen|behandelaar|arts|الطبيب|طبيب|الأطباء|الطبيب البيطري|البيطري',
  room: 'room|exam room|consult room|consulting room|raum|zimmer|behandlungsraum|behandlungszimmer|sprechzimmer|salle|salle de consultation|sala|consultorio|kamer|spreekkamer|behandelkamer|ruimte|الغرفة|غرفة|غرفة الكشف',
  type: 'type|service|procedure|treatment|typ|art|terminart|leistung|behandlung|behandlungsart|type de rendez-vous|prestation|acte|tipo|servicio|tratamiento|soort|soort afspraak|behandeling|النوع|نوع|الخدمة|نوع الموعد|نوع الزيارة',
  store:
    'store|stores|location|locations|branch|branches|site|clinic|practice|standort|standorte|filiale|praxis|niederlassung|klinik|cabinet|clinique|succursale|établissement|sede|clínica|centro|sucursal|vestiging|locatie|praktijk|kliniek|الفرع|فرع|العيادة|عيادة|الموقع',
} as const;
export type HeadingSubject = keyof typeof SUBJECTS;

/** The properties of a subject that a column can have. */
const CONCEPTS = {
  id: 'id|ids|no|nr|n|num|number|nummer|numéro|número|code|key|guid|uuid|uid|identifier|kennung|kürzel|adressnummer|adressnr|ref|reference|referenz|référence|referencia|referentie|identifiant|identificador|código|clave|رقم|الرقم|معرف|المعرف|كود|الكود|record id|record number|external id|file number|file no|chart number|chart no|card number|card no|karteinummer|karteinr|numéro de dossier|expediente|dossiernummer|رقم الملف',
  name: 'name|full name|display name|vollständiger name|nom|nom complet|nombre|nombre completo|naam|volledige naam|roepnaam|rufname|اسم|الاسم|الاسم الكامل',
  /** The everyday name of an animal that has a registered name as well. */
  callName: 'called|call name|pet called|nom d’usage|nom usuel|ينادى',
  firstName:
    'first name|first names|first|given name|given names|given|forename|forenames|christian name|fname|vorname|prénom|primer nombre|nombre de pila|voornaam|voornamen|الاسم الأول|الاسم الاول',
  lastName:
    'last name|last|surname|family name|lname|nachname|familienname|zuname|nom de famille|apellido|apellidos|achternaam|familienaam|اسم العائلة|العائلة|اللقب',
  business:
    'business|business name|company organisation|firma organisation|company|company name|organisation|organization|organisation name|organization name|firma|firmenname|unternehmen|société|nom société|entreprise|nom entreprise|raison sociale|empresa|nombre empresa|razón social|bedrijf|bedrijfsnaam|organisatie|الشركة|شركة|اسم الشركة',
  email:
    'email|email address|email addr|email adr|mail adr|mail addr|email adresse|mail|mail adresse|adresse email|adresse mail|courriel|correo|correo electrónico|dirección de correo|email adres|mail adres|البريد|البريد الإلكتروني|بريد إلكتروني|الإيميل|إيميل',
  mobile:
    'mobile|mobile phone|mobile telephone|mobile number|mobile no|mobile tel|mobile ph|mob|mob no|mob tel|mob phone|tel mob|cell ph|cell no|cell tel|sms number|cell|cell phone|cell number|phone mobile|phone cell|handy|handynummer|handynr|handy nummer|handy nr|mobil|mobiltelefon|mobilnummer|mobilnr|mobil nr|mobilfunk|mobilfunknummer|telefon mobil|tel mobil|portable|tél portable|téléphone portable|tél mobile|téléphone mobile|numéro de portable|móvil|teléfono móvil|número de móvil|celular|teléfono celular|mobiel|mobiel nummer|mobiele telefoon|mobiele nummer|telefoon mobiel|gsm|gsm nummer|الجوال|جوال|رقم الجوال|الموبايل|موبايل|رقم الموبايل|المحمول|الهاتف المحمول|هاتف محمول',
  phone:
    'phone|phones|ph|ph no|ph number|phone number|phone numbers|phone no|telephone|telephone number|telephone no|tel|tel no|tel nr|tel nummer|telefon|telefonnummer|telefonnr|telefon nr|telefon nummer|rufnummer|festnetz|festnetznummer|fon|landline|téléphone|numéro de téléphone|tél fixe|teléfono|número de teléfono|tfno|tlf|telefoon|telefoonnummer|telefoonnr|telefoon nr|vast nummer|contact number|contact phone|privattelefon|diensttelefon|الهاتف|هاتف|رقم الهاتف|التليفون|تليفون',
  contactBy:
    'contact by|contact method|preferred contact|preferred contact method|preferred method of contact|contact preference|contact preferences|communication method|communication preference|preferred communication|reminder by|reminders by|reminder method|reminder preference|messages by|kontaktart|kontaktweg|kontakt per|bevorzugter kontakt|bevorzugter kontaktweg|bevorzugte kontaktart|erinnerung per|nachrichten per|moyen de contact|contact préféré|préférence de contact|contacter par|rappel par|messages par|medio de contacto|forma de contacto|contacto preferido|preferencia de contacto|contactar por|recordatorio por|mensajes por|contactvoorkeur|contactmethode|contact via|herinnering via|berichten via|طريقة التواصل|طريقة الاتصال|التواصل عبر|التواصل المفضل|الرسائل عبر',
  recallsBy:
    'recalls by|recall by|recalls via|recall via|recall method|recall preference|recall contact|due again by|recall per|recalls per|fällig melden per|relance par|relances par|avisos por|aviso por|oproep via|oproepen via|التنبيه عبر|إشعار الاستحقاق عبر',
  optedOut:
    'opt out|opted out|email opt out|sms opt out|text opt out|do not contact|do not email|do not text|no messages|no reminders|unsubscribed|keine nachrichten|keine erinnerungen|nicht kontaktieren|nicht anschreiben|kontaktsperre|widerspruch|ne pas contacter|pas de messages|pas de rappel|pas de rappels|désinscrit|désabonné|no contactar|no enviar mensajes|sin mensajes|sin recordatorios|niet contacteren|geen berichten|geen herinneringen|afgemeld|عدم التواصل|بدون رسائل|لا ترسل رسائل',
  language:
    'language|preferred language|correspondence language|lang|sprache|korrespondenzsprache|bevorzugte sprache|langue|langue préférée|idioma|idioma preferido|lengua|taal|voorkeurstaal|correspondentietaal|اللغة|لغة|اللغة المفضلة',
  alert:
    'alert|alerts|alert note|alert notes|alert text|alert message|warning|warnings|warning note|caution|cautions|attention|notes to desk|note to desk|desk note|desk notes|front desk note|front desk notes|reception note|reception notes|pop up|popup|pop up note|pop up notes|popup note|popup message|important note|warnung|warnungen|warnhinweis|warnhinweise|hinweis|hinweise|achtung|wichtiger hinweis|alerte|alertes|avertissement|avertissements|mise en garde|remarque importante|alerta|alertas|advertencia|advertencias|aviso importante|precaución|atención|nota importante|waarschuwing|waarschuwingen|let op|attentie|belangrijke opmerking|تنبيه|تنبيهات|تحذير|تحذيرات|ملاحظة مهمة',
  species:
    'species|species name|spp|animal type|type of animal|kind|spezies|tierart|tiergattung|gattung|espèce|especie|soort|diersoort|نوع الحيوان|النوع|الفصيلة',
  breed: 'breed|breed name|breed desc|breed description|breed type|rasse|race|raza|ras|السلالة|سلالة',
  sex: 'sex|gender|geschlecht|sexe|genre|sexo|género|geslacht|الجنس|جنس',
  dateOfBirth:
    'date of birth|dob|dt of birth|birth dt|date born|birth date|birthday|birth|born|geburtsdatum|geburtstag|geboren|geboren am|geb|geb am|geb dat|geb datum|wurfdatum|wurftag|date de naissance|naissance|né le|né e le|née le|fecha de nacimiento|nacimiento|fecha nac|geboortedatum|geboorte|geboren op|تاريخ الميلاد|الميلاد|تاريخ الولادة',
  dueOn:
    'due on|due date|next vacc|next vacc due|next vaccination|next vaccination due|vacc due|vaccination due|vacc due date|next vacc date|nächste impfung|impfung fällig|prochain vaccin|próxima vacuna|volgende vaccinatie|due again|due again on|next due|next due on|next due date|recall date|recall due|recall due date|recall on|next recall|next recall date|reminder date|reminder due|reminder due date|next reminder|next reminder date|fällig|fällig am|fällig ab|wieder fällig|wieder fällig am|fälligkeit|fälligkeitsdatum|recalldatum|erinnerungsdatum|erinnerung am|erinnern am|nächste erinnerung|wiedervorlage|échéance|date échéance|date d’échéance|date de rappel|prochain rappel|prochaine échéance|vencimiento|fecha de vencimiento|vence el|fecha de recordatorio|próximo recordatorio|próximo vencimiento|vervaldatum|vervalt op|opnieuw nodig op|oproepdatum|herinneringsdatum|datum herinnering|volgende herinnering|تاريخ الاستحقاق|مستحق في|تاريخ التذكير|التذكير القادم',
  dueFor:
    'due for|due again for|next due for|recall for|recall type|recall reason|recall name|reminder for|reminder type|reminder reason|reminder name|fällig für|wieder fällig für|recalltyp|recallart|recallgrund|erinnerungstyp|erinnerungsart|erinnerungsgrund|erinnerung für|échéance pour|motif de rappel|type de rappel|rappel pour|vence para|motivo de recordatorio|tipo de recordatorio|recordatorio para|vervalt voor|opnieuw nodig voor|reden herinnering|soort herinnering|herinnering voor|مستحق لأجل|سبب التذكير|نوع التذكير',
  dead: 'dead|is dead|deceased|is deceased|date of death|deceased date|date deceased|deceased on|died|death|death date|rip|verstorben|verstorben am|gestorben|gestorben am|tot|todesdatum|gest|gest dat|gest am|todestag|sterbedatum|décédé|décédée|date de décès|décès|mort|fallecido|fallecida|fecha de fallecimiento|fecha de muerte|muerto|overleden|overleden op|overlijdensdatum|datum overlijden|متوفى|متوفي|نافق|تاريخ الوفاة|الوفاة',
  active:
    'active|is active|active flag|aktiv|ist aktiv|actif|est actif|activo|activa|está activo|actief|is actief|نشط|فعال',
  inactive:
    'inactive|is inactive|archived|is archived|disabled|is disabled|deleted|is deleted|deactivated|inaktiv|ist inaktiv|archiviert|gelöscht|gesperrt|deaktiviert|inactif|inactive|archivé|désactivé|inactivo|archivado|inactief|gearchiveerd|غير نشط|مؤرشف',
  status: 'status|state|statut|état|estado|الحالة|حالة',
  role: 'role|position|job|job title|job role|funktion|rolle|tätigkeit|beruf|berufsbezeichnung|stelle|fonction|rôle|poste|métier|cargo|puesto|función|rol|functie|functietitel|beroep|الدور|الوظيفة|المسمى الوظيفي',
  date: 'date|datum|day|tag|start date|startdatum|jour|date de début|fecha|fecha de inicio|fecha inicio|día|dag|begindatum|التاريخ|تاريخ|اليوم|تاريخ البداية',
  start:
    'start|starts|start time|start at|start date time|begin|begins|begin time|beginn|from|time|date time|date and time|scheduled|scheduled at|scheduled for|scheduled time|von|ab|zeit|uhrzeit|startzeit|anfang|datum uhrzeit|datum und uhrzeit|datum zeit|début|heure|heure de début|date et heure|inicio|hora|hora de inicio|hora inicio|desde|fecha y hora|fecha hora|van|begintijd|aanvang|aanvangstijd|starttijd|tijd|tijdstip|datum en tijd|datum tijd|البداية|بداية|وقت البداية|وقت|الوقت|من|الساعة|التاريخ والوقت',
  end: 'end|ends|end time|end at|end date time|finish|finish time|until|to|ende|endzeit|bis|fin|heure de fin|hasta|hora de fin|hora fin|einde|eindtijd|tot|النهاية|نهاية|وقت النهاية|إلى',
  endDate: 'end date|enddatum|datum bis|date de fin|fecha de fin|fecha fin|einddatum|تاريخ النهاية',
  duration:
    'duration|length|minutes|mins|min|dauer|länge|zeitdauer|durée|duración|minutos|duur|lengte|minuten|المدة|مدة|الدقائق|duration min|duration mins|duration minutes|length min|length minutes|dauer min|dauer minuten|dauer in min|dauer in minuten|durée min|durée minutes|duración min|duración minutos|duur min|duur minuten',
  reason:
    'reason|reason for visit|reason for appointment|grund|besuchsgrund|anlass|motif|motif de consultation|motivo|motivo de consulta|reden|reden van bezoek|السبب|سبب الزيارة',
  notes:
    'notes|note|comment|comments|remark|remarks|description|memo|notizen|notiz|bemerkung|bemerkungen|kommentar|anmerkung|anmerkungen|beschreibung|remarque|remarques|commentaire|commentaires|observations|notas|nota|comentario|comentarios|observaciones|notitie|notities|opmerking|opmerkingen|toelichting|ملاحظات|ملاحظة|تعليق',
  resource: 'resource|calendar|column|ressource|kalender|recurso|agenda|calendario|المورد',
} as const;
export type HeadingConcept = keyof typeof CONCEPTS;

/** The meaning of a heading: its subject and its concept; `self` for a heading that names only the subject. */
export interface HeadingMeaning {
  subject: HeadingSubject | null;
  concept: HeadingConcept | 'self';
}

/** Words without a meaning of their own. */
const FILLERS = new Set(
  normalizeText('of the at on am der die das des du de del la le les el los l d s het and und et y en').split(' '),
);
/** Words that distinguish several phone numbers or addresses of one person. */
const QUALIFIERS = new Set(
  normalizeText(
    'primary main default preferred home work office business day daytime evening other secondary second alternate landline haupt privat geschäftlich geschaeftlich dienstlich festnetz zweite weitere domicile bureau travail fixe professionnel principal casa trabajo oficina fijo thuis werk vast prive المنزل العمل',
  ).split(' '),
);

function splitWords(heading: string): string[] {
  const apart = heading
    // `D.O.B.` is a single word.
    .replace(/(?<!\p{L})(?:\p{L}\.){2,}\p{L}?(?!\p{L})/gu, (letters) => letters.replaceAll('.', ''))
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll('#', ' number ');
  return normalizeText(apart).match(/\p{L}+|\d+/gu) ?? [];
}

function joinMeaningfulWords(words: readonly string[]): string {
  const telling = words.filter((word) => !FILLERS.has(word));
  return (telling.length > 0 ? telling : words).join('');
}

/** Normalises a heading or the name of a field: without capitals, accents, spaces and punctuation. */
export function headingKey(text: string): string {
  return splitWords(text).join('');
}

/** Maps each text of a vocabulary to its keys. */
function indexByText<Key extends string>(vocabulary: Readonly<Record<Key, string>>): ReadonlyMap<string, Key[]> {
  const found = new Map<string, Key[]>();
  for (const [key, texts] of Object.entries(vocabulary) as [Key, string][]) {
    for (const text of texts.split('|')) {
      const one = joinMeaningfulWords(splitWords(text));
      found.set(one, [...new Set([...(found.get(one) ?? []), key])]);
    }
  }
  return found;
}

const subjectsByText = indexByText(SUBJECTS);
const conceptsByText = indexByText(CONCEPTS);
/** The texts of all subjects. The longest are first, so that `tierhalter` (pet owner) is not read as `tier` (animal). */
const subjectTexts = [...subjectsByText.keys()].sort((one, other) => other.length - one.length);

/** The possible meanings of a heading, the likeliest first; empty for an unknown heading. */
export function findMeanings(heading: string): readonly HeadingMeaning[] {
  const words = splitWords(heading);
  const meanings = readMeanings(joinMeaningfulWords(words));
  if (meanings.length > 0) return meanings;
  const wordsWithoutNumbers = words.filter((word) => !/^\d+$/.test(word));
  if (wordsWithoutNumbers.length < words.length) {
    const found = findMeanings(wordsWithoutNumbers.join(' '));
    if (found.length > 0) return found;
  }
  const telling = words.filter((word) => !QUALIFIERS.has(word));
  if (telling.length === words.length) return [];
  return readMeanings(joinMeaningfulWords(telling)).filter(
    ({ concept }) => concept === 'phone' || concept === 'mobile' || concept === 'email',
  );
}

/** If a heading has two subjects, the column is about the subject that comes first in this list. */
const SUBJECT_PRIORITY: readonly HeadingSubject[] = [
  'type',
  'client',
  'vet',
  'room',
  'store',
  'pet',
  'staff',
  'appointment',
];

function readMeanings(text: string): HeadingMeaning[] {
  if (text === '') return [];
  // "Account" or "Acct" alone means the account number, which is the client's id.
  if (text === 'account' || text === 'acct') return [{ subject: 'client', concept: 'id' }];
  const meanings: HeadingMeaning[] = [
    ...(conceptsByText.get(text) ?? []).map((concept): HeadingMeaning => ({ subject: null, concept })),
    ...(subjectsByText.get(text) ?? []).map((subject): HeadingMeaning => ({ subject, concept: 'self' })),
  ];
  if (meanings.length > 0) return meanings;
  for (const one of subjectTexts) {
    if (one.length < 2 || one.length === text.length) continue;
    const rest = text.startsWith(one) ? text.slice(one.length) : text.endsWith(one) ? text.slice(0, -one.length) : '';
    const subjects = subjectsByText.get(one) ?? [];
    // In `pet owner name`, the owner counts, because it is closer to the concept (`name`).
    const found = readMeanings(rest).flatMap((meaning) => {
      if (meaning.subject === null) return subjects.map((subject) => ({ ...meaning, subject }));
      // A "pet type" is a type, and a "pet owner" an owner.
      if (meaning.concept !== 'self') return [meaning];
      const decisive = SUBJECT_PRIORITY.find((subject) => subject === meaning.subject || subjects.includes(subject));
      return decisive === undefined ? [] : [{ ...meaning, subject: decisive }];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The subject in the name of a file; null if there is none. If there are several, the last one is used: a file named `pet owners`
 * contains clients.
 */
export function findSubject(name: string): HeadingSubject | null {
  const text = splitWords(name).join('');
  let best: { subject: HeadingSubject; end: number } | null = null;
  // If two subjects end at the same place, the longer one comes first.
  for (const one of subjectTexts) {
    const at = one.length < 3 ? -1 : text.lastIndexOf(one);
    const [subject] = subjectsByText.get(one) ?? [];
    if (at !== -1 && subject !== undefined && at + one.length > (best?.end ?? 0))
      best = { subject, end: at + one.length };
  }
  return best?.subject ?? null;
}

/** The heading of the column that says why lines were refused, in each language of the app. */
export const problemHeadings = {
  en: 'Import problem',
  de: 'Importproblem',
  fr: 'Problème d’import',
  es: 'Problema de importación',
  nl: 'Importprobleem',
  ar: 'مشكلة الاستيراد',
} as const;

const problemKeys = new Set(Object.values(problemHeadings).map(headingKey));

/** Whether a heading is one of the {@link problemHeadings}. */
export function isProblemHeading(heading: string): boolean {
  return problemKeys.has(headingKey(heading));
}
