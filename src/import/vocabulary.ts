import {
  type AppointmentStatus,
  appointmentStatuses,
  type ClientLanguage,
  type ContactChoice,
  clientLanguages,
  type EmployeeRole,
  employeeRoles,
} from '#contract/enums.ts';
import { normalizeText } from '#reading/text.ts';

/*
 * The meaning of cells in six languages: a missing value, yes or no, dead or alive, how a client wants to receive
 * messages, a role, a status.
 */

/** Creates a pattern for normalized text from a pattern with accents. */
const createPattern = ({ raw: [source = ''] }: TemplateStringsArray) =>
  new RegExp(source.replaceAll(/[^ -~]+/g, normalizeText), 'u');

const createWordSet = (text: string) =>
  new Set(
    text
      .split('|')
      .map(normalizeText)
      .filter((word) => word !== ''),
  );

const EMPTY_WORDS = new Set(
  `na|null|nil|none|nan|undefined|unknown|unk|not given|not known|not available|not applicable|not provided|not specified|not set|
  no email|no mail|no email address|no phone|no phone number|no number|no mobile|no telephone|
  ka|keine|kein|keiner|keines|keine angabe|keine angaben|unbekannt|nicht bekannt|nicht angegeben|nicht vorhanden|keine email|keine mail|
  kein telefon|keine telefonnummer|keine nummer|kein handy|ohne|
  sans|aucun|aucune|inconnu|inconnue|non renseigné|non communiqué|non disponible|pas de mail|pas d’email|pas de téléphone|sans email|
  ninguno|ninguna|desconocido|desconocida|sin email|sin correo|sin teléfono|sin datos|no tiene|no consta|no disponible|
  geen|geen email|geen mail|geen telefoon|geen nummer|onbekend|nvt|niet bekend|niet opgegeven|
  لا يوجد|لا توجد|لا شيء|غير معروف|غير متوفر|غير محدد|بدون`
    .split('|')
    .map((word) => normalizeText(word).replaceAll(/[^\p{L}\d]/gu, '')),
);
/** Whether a cell says in words that the value is missing: `n/a`, `unknown`, `no e-mail`, `k. A.`. */
export function isEmptyWord(cell: string): boolean {
  return cell.length <= 30 && EMPTY_WORDS.has(normalizeText(cell).replaceAll(/[^\p{L}\d]/gu, ''));
}

const NO_WORDS = createWordSet('no|n|false|f|0|0.0|nein|falsch|non|faux|falso|nee|onwaar|لا|خطأ');
const INACTIVE_WORDS = createWordSet(
  `inactive|not active|left|moved|moved away|former|archived|disabled|deleted|closed|
  inaktiv|nicht aktiv|ausgeschieden|archiviert|ehemalig|gelöscht|gesperrt|verzogen|
  inactif|archivé|archivée|parti|partie|ancien|ancienne|supprimé|supprimée|
  inactivo|inactiva|baja|archivado|archivada|eliminado|eliminada|
  inactief|niet actief|gearchiveerd|vertrokken|verwijderd|
  غير نشط|غير نشطة|غير فعال|مؤرشف`,
);
const YES_WORDS = createWordSet('yes|y|true|t|1|1.0|-1|x|✓|✔|ja|j|wahr|oui|o|vrai|sí|si|s|verdadero|waar|نعم|صحيح');
const DEAD_PATTERN = createPattern`deceased|\bdead\b|\bdied\b|euthani[sz]ed|verstorben|gestorben|\btot\b|eingeschläfert|euthanasiert|décédé|\bmorte?\b|euthanasié|fallecid|muert|eutanasiad|overleden|\bdood\b|geëuthanaseerd|ingeslapen|متوف|نافق|ميت`;
const DIGITS_OF_A_DATE = /[1-9].*\d{2}/;

/** Whether a cell is a word such as `no`. */
export const isNo = (text: string): boolean => NO_WORDS.has(normalizeText(text));

/**
 * Whether a line says, in a column such as `Is Active` or `Status` or in one such as `Archived`, that the record is no
 * longer active.
 */
export function isInactive({ active, inactive }: { active: string | null; inactive: string | null }): boolean {
  // `inactive` may also be a yes, or the date from which the record is inactive; `isDead` accepts both.
  if (isDead(inactive) || (inactive !== null && INACTIVE_WORDS.has(normalizeText(inactive)))) return true;
  if (active === null) return false;
  const normalized = normalizeText(active);
  return NO_WORDS.has(normalized) || INACTIVE_WORDS.has(normalized) || DEAD_PATTERN.test(normalized);
}

/** Whether a cell of a column such as `Is Dead` or `Date of death` says that the pet is dead. */
export function isDead(text: string | null): boolean {
  if (text === null || NO_WORDS.has(normalizeText(text))) return false;
  return YES_WORDS.has(normalizeText(text)) || DEAD_PATTERN.test(normalizeText(text)) || DIGITS_OF_A_DATE.test(text);
}

// The first match counts: `No SMS` before `SMS`.
const CONTACT_PATTERNS: readonly (readonly [RegExp, ContactChoice])[] = [
  [
    createPattern`^(?:none|no|never|keine?|nein|nie|aucune?|non|jamais|ningun[oa]|nunca|geen|nee|nooit|لا|لا شيء|لا يوجد|بدون|أبدا)$|\bdo ?n.t\b|do not|\bopt(?:ed)?[ -]?out|unsubscrib|^no (?:contact|message|reminder|e.?mail|sms|text)|nicht|keine? (?:kontakt|nachricht|erinnerung|e.?mail|sms)|abgemeldet|widersp|ne pas|pas de|désinscri|désabonn|refus|no (?:contactar|enviar|quiere|desea)|sin (?:mensajes|contacto)|\bniet\b|geen (?:contact|bericht|herinnering|e.?mail|sms)|afgemeld|عدم|لا (?:ترسل|يريد|تريد)`,
    'none',
  ],
  [createPattern`e.?mail|\bmail\b|courriel|correo|بريد|إيميل|ايميل`, 'email'],
  [createPattern`\bsms\b|\btexts?\b|text.?message|texto|رسال|نصي`, 'sms'],
];

/** Parses a word for how a client wants to be written to; null for any other word. */
export function parseContactChoice(text: string): ContactChoice | null {
  const word = normalizeText(text);
  return CONTACT_PATTERNS.find(([texts]) => texts.test(word))?.[1] ?? null;
}

/** Whether a cell of a column such as `Do not contact` or `Unsubscribed` says that a client is not to be written to. */
export function isOptedOut(text: string): boolean {
  if (NO_WORDS.has(normalizeText(text))) return false;
  return YES_WORDS.has(normalizeText(text)) || parseContactChoice(text) === 'none' || DIGITS_OF_A_DATE.test(text);
}

const LANGUAGE_PATTERNS: Readonly<Record<ClientLanguage, RegExp>> = {
  en: createPattern`^eng|anglais|ingles|inglés|الإنجليزية|انجليزي|إنجليزي`,
  de: createPattern`german|^deu|^ger$|allemand|alemán|duits|ألماني`,
  fr: createPattern`french|^fr[ae]$|franz|franç|frans|franc[eé]s|فرنسي`,
  es: createPattern`spanish|^spa$|españ|espagnol|spaans|spanisch|castell|إسباني`,
  nl: createPattern`dutch|^nld$|^dut$|neder|niederl|néerland|neerland|holand|holländ|vlaams|fl[äa]m|هولندي`,
  ar: createPattern`arab|^ara$|árabe|عرب`,
};

/** Parses the name or the code of a language; null for any other word. */
export function parseLanguage(text: string): ClientLanguage | null {
  const word = normalizeText(text);
  const [code] = word.split(/[-_]/);
  return (
    clientLanguages.find((one) => one === code) ??
    clientLanguages.find((one) => LANGUAGE_PATTERNS[one].test(word)) ??
    null
  );
}

// The first match counts: a veterinary receptionist is not a vet. Managers come last and match only unambiguous words,
// because they may do everything.
const ROLE_PATTERNS: readonly (readonly [RegExp, EmployeeRole])[] = [
  [
    createPattern`recep|rezeption|front (?:desk|office)|client (?:care|service)|empfang|anmeldung|accueil|secrétaire|secretar|sekretär|balie|onthaal|administrativ|administratie|verwaltung|استقبال|سكرتير`,
    'receptionist',
  ],
  [
    createPattern`nurse|technician|\btech\b|\brv[nt]\b|\bsvn\b|assist|asisten|tierarzthelfer|tierpfleger|fachangestellte|\btfa\b|\bmfa\b|helfer|\bazubi|auszubildende|\basv\b|auxilia|infirmi|enfermer|\batv\b|paraveterin|verpleeg|ممرض|مساعد`,
    'nurse',
  ],
  [
    createPattern`\bvet|doctor|doktor|docteur|\bdra?\b|\bdvm\b|surgeon|mrcvs|tierarzt|tierärzt|\bta\b|chirurg|veterinair|vétérinair|dierenarts|cirujan|بيطري|طبيب|دكتور|جراح`,
    'vet',
  ],
  [createPattern`groom|fellpfleg|hundefriseur|toilett|peluquer|trimmer|vachtverzorg|حلاق|تجميل`, 'groomer'],
  [
    createPattern`train|dress(?:eu[rs]|age)|éducat(?:eur|rice) canin|adiestra|educador canin|gedragstherap|مدرب`,
    'trainer',
  ],
  [
    createPattern`manager|\bowner\b|\badmin(?:istrator)?\b|director|\blead\b|inhaber|praxisleit|praxismanag|leitung|geschäftsführ|gérant|propriétaire|directeur|directrice|responsable|gerente|propietari|dueñ|eigenaar|praktijkhoud|bedrijfsleid|مدير|مالك|صاحب`,
    'manager',
  ],
];

/** Parses a word for a role; null for any other word. */
export function parseRole(text: string): EmployeeRole | null {
  const word = normalizeText(text);
  return employeeRoles.find((role) => role === word) ?? ROLE_PATTERNS.find(([texts]) => texts.test(word))?.[1] ?? null;
}

// The first match counts: `not confirmed` before `confirmed`; `cancelled, no show` is a no-show.
const STATUS_PATTERNS: readonly (readonly [RegExp, AppointmentStatus])[] = [
  [
    createPattern`no[\s_-]?show|did ?n.t (?:come|show|attend)|did not (?:come|show|attend)|\bdna\b|missed|nicht erschienen|nicht gekommen|ausgeblieben|absen[tc]|non (?:venu|présenté|honoré)|ne s.est pas présenté|no (?:se )?present|no (?:vino|acudi)|no asisti|niet (?:verschenen|gekomen|komen opdagen)|لم يحضر|غياب|تغيب`,
    'no_show',
  ],
  [
    createPattern`cancel|\bcxl\b|abgesagt|storn|annul|anul|abgelehnt|declined|rejected|refusé|rechazad|afgezegd|geannuleerd|gelöscht|deleted|supprimé|ملغ|إلغاء|الغاء`,
    'cancelled',
  ],
  [
    createPattern`request|pending|unconfirmed|not confirmed|tentative|await|waiting for|to (?:be )?confirm|angefragt|anfrage|unbestätigt|nicht bestätigt|vorgemerkt|wartet auf|zu bestätigen|demand|en attente|à confirmer|non confirmé|solicit|pendiente|sin confirmar|por confirmar|no confirmad|aangevraagd|aanvraag|onbevestigd|niet bevestigd|wacht op|te bevestigen|مطلوب|طلب|غير مؤكد|بانتظار التأكيد`,
    'requested',
  ],
  [
    createPattern`ready|to pay|^check[\s_-]?out$|abholbereit|abholung|zur abrechnung|prêt|à payer|encaisser|listo|lista|por pagar|gereed|af te rekenen|جاهز`,
    'ready_for_checkout',
  ],
  [
    createPattern`checked[\s_-]?out|complet|finished|\bdone\b|\bclosed\b|\bseen\b|attended|\bpaid\b|invoiced|billed|abgeschlossen|erledigt|beendet|geschlossen|fertig|bezahlt|abgerechnet|terminée?|effectué|honoré|réalisé|facturé|payé|finalizad|terminad|realizad|atendid|cobrad|facturad|afgerond|voltooid|klaar|afgehandeld|betaald|مكتمل|منتهي|انتهى|^تم$|تم الانتهاء|تم الكشف`,
    'completed',
  ],
  [
    createPattern`in[\s_-]?progress|with (?:the )?(?:vet|doctor)|in (?:consult|treatment|exam|surgery)|started|ongoing|in behandlung|in bearbeitung|läuft|en cours|en consult|en curso|en progreso|in behandeling|bezig|قيد|جار`,
    'in_progress',
  ],
  [
    createPattern`check(?:ed)?[\s_-]?in|arrived|waiting|\bhere\b|eingecheckt|angekommen|eingetroffen|wartet|wartezimmer|anwesend|arrivé|présent|salle d.attente|llegó|llegad|en espera|esperando|sala de espera|aangekomen|ingecheckt|aanwezig|wachtkamer|wacht|وصل|حضر|انتظار`,
    'checked_in',
  ],
  [
    createPattern`confirm|book|schedul|planned|reserv|\bopen\b|\bnew\b|upcoming|accepted|bestätigt|gebucht|geplant|vereinbart|offen|reserviert|\bneu\b|planifié|réservé|prévu|programad|reservad|agendad|citad|bevestigd|gepland|geboekt|gereserveerd|مؤكد|تأكيد|محجوز|حجز|مجدول`,
    'confirmed',
  ],
];

/** Parses a word for a status; null for any other word. */
export function parseStatus(text: string): AppointmentStatus | null {
  const word = normalizeText(text);
  const plain = word.replaceAll(/[\s-]/g, '_');
  return (
    appointmentStatuses.find((status) => status === plain) ??
    STATUS_PATTERNS.find(([texts]) => texts.test(word))?.[1] ??
    null
  );
}
