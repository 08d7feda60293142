import { expect, test } from 'vitest';
import {
  isDead,
  isInactive,
  isOptedOut,
  parseContactChoice,
  parseLanguage,
  parseRole,
  parseStatus,
} from './vocabulary.ts';

test.each([
  [
    'vet',
    'Veterinarian|Lead Vet|Tierarzt|Tierärztin|Vétérinaire|veterinario|Veterinaria|Dierenarts|Dr.|طبيب بيطري|Veterinary Practice Manager',
  ],
  [
    'nurse',
    'TFA|MFA|Tierarzthelferin|Tiermedizinische Fachangestellte|ASV|auxiliaire vétérinaire|Auxiliar veterinario|ATV|Dierenartsassistente|Vet Tech|RVN|Veterinary Nurse|Auszubildende|ممرضة',
  ],
  [
    'receptionist',
    'Receptionist|Empfang|Accueil|Recepcionista|Auxiliar de recepción|Veterinary receptionist|Balie|Administrativo|موظف استقبال',
  ],
  ['groomer', 'Groomer|Hundefriseurin|Toiletteur|Peluquera|Trimmer'],
  ['trainer', 'Hundetrainer|Éducateur canin|Adiestrador'],
  [
    'manager',
    'Praxisinhaber|Praxisinhaberin|Practice Manager|Owner|Admin|Praxismanagerin|Gérante|Propietaria|Eigenaar|مدير',
  ],
  [null, 'Chauffeur|Hausmeister|Ehrenamt|x|'],
] as const)('the role %s is recognised as %s', (role, words) => {
  for (const word of words.split('|')) expect([word, parseRole(word)]).toEqual([word, role]);
});

test.each([
  [
    'requested',
    'Requested|Pending|To be confirmed|À confirmer|Not confirmed|unbestätigt|Angefragt|Wartet auf Bestätigung|En attente|Pendiente|Aangevraagd|طلب|غير مؤكد',
  ],
  [
    'confirmed',
    'Confirmed|Booked|Scheduled|bestätigt|Gebucht|Geplant|OFFEN|Termin vereinbart|confirmé|Programada|Bevestigd|مؤكد',
  ],
  [
    'checked_in',
    'Checked in|checked-in|Arrived|Wartezimmer|eingetroffen|Arrivé|Salle d’attente|Llegó|Sala de espera|Wachtkamer|Aangekomen',
  ],
  ['in_progress', 'In progress|in_progress|With vet|in Behandlung|En cours|En curso|In behandeling'],
  ['ready_for_checkout', 'Ready for checkout|Ready|Checkout|abholbereit|Prêt|Listo'],
  ['completed', 'Completed|Complete|Done|Checked out|erledigt|Abgeschlossen|Terminé|Realizada|Atendido|Afgerond|مكتمل'],
  ['cancelled', 'Cancelled|canceled|Abgesagt|Storniert|Annulé|Anulada|Cancelada|Geannuleerd|ملغي'],
  [
    'no_show',
    'No show|no-show|NoShow|nicht erschienen|Absent|Non présenté|No se presentó|Niet verschenen|لم يحضر|Cancelled - no show',
  ],
  [null, 'grün|A|1|x'],
] as const)('the status %s is recognised as %s', (status, words) => {
  for (const word of words.split('|')) expect([word, parseStatus(word)]).toEqual([word, status]);
});

test('either column can say that a record is inactive', () => {
  for (const active of 'no|N|false|0|inactive|left|Nein|inaktiv|ausgeschieden|non|inactif|inactivo|nee|Niet actief|لا|verstorben|Deceased'.split(
    '|',
  )) {
    expect([active, isInactive({ active, inactive: null })]).toEqual([active, true]);
  }
  for (const active of 'yes|1|-1|true|Ja|oui|sí|active|aktiv|Premium|نعم'.split('|')) {
    expect([active, isInactive({ active, inactive: 'no' })]).toEqual([active, false]);
  }
  for (const inactive of 'yes|1|Ja|oui|X|archived|31.12.2024'.split('|')) {
    expect([inactive, isInactive({ active: null, inactive })]).toEqual([inactive, true]);
  }
  expect(isInactive({ active: null, inactive: null })).toBe(false);
});

test.each([
  ['email', 'email|E-Mail|Email, SMS|By mail|Courriel|correo electrónico|per E-Mail|البريد الإلكتروني'],
  ['sms', 'sms|SMS|Text|Text message|per SMS|mensaje de texto|رسالة نصية'],
  [
    'none',
    'none|No|Do not contact|DON’T EMAIL|Opted out|opt-out|Unsubscribed|No reminders|keine|nicht anschreiben|Keine Nachrichten|ne pas contacter|aucun|désinscrit|No contactar|ninguno|geen berichten|niet contacteren|لا|عدم التواصل',
  ],
  [null, 'Phone|Letter|Brief|x|'],
] as const)('how a client is written to, %s, is recognised', (choice, words) => {
  for (const word of words.split('|')) expect([word, parseContactChoice(word)]).toEqual([word, choice]);
});

test('a word or a date can say that a client asked not to be written to', () => {
  for (const word of 'yes|1|x|Ja|Oui|opted out|Unsubscribed|2024-04-03'.split('|'))
    expect([word, isOptedOut(word)]).toEqual([word, true]);
  for (const word of 'no|0|Nein|False|non|E-mail'.split('|')) expect([word, isOptedOut(word)]).toEqual([word, false]);
});

test.each([
  ['en', 'en|EN-US|English|Englisch|anglais|inglés|Engels|الإنجليزية'],
  ['de', 'de|de_AT|ger|German|Deutsch|allemand|alemán|Duits|الألمانية'],
  ['fr', 'fr|fra|French|Französisch|français|francés|Frans|الفرنسية'],
  ['es', 'es|Spanish|Spanisch|espagnol|Español|Spaans|castellano|الإسبانية'],
  ['nl', 'nl|Dutch|Niederländisch|néerlandais|neerlandés|Nederlands|الهولندية'],
  ['ar', 'ar|Arabic|Arabisch|arabe|árabe|العربية'],
  [null, 'Italian|Polnisch|tr|x|'],
] as const)('the language %s is recognised', (language, words) => {
  for (const word of words.split('|')) expect([word, parseLanguage(word)]).toEqual([word, language]);
});

test('a word or a date can say that a pet died', () => {
  for (const word of 'yes|true|1|-1|Ja|oui|X|deceased|Verstorben|décédé|03.04.2024|2024-04-03|مذكر متوفى'.split('|')) {
    expect([word, isDead(word)]).toEqual([word, true]);
  }
  for (const word of ['no', 'false', '0', 'Nein', 'lebt', 'alive', '0000-00-00', '00.00.0000', null]) {
    expect([word, isDead(word)]).toEqual([word, false]);
  }
});
