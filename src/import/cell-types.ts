import { folded } from './folded.ts';

/*
 * What stands in a cell, told by the cell alone.
 */

/** Whether a cell is one e-mail address, or several. */
export function isEmail(cell: string): boolean {
  return /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}(?:[,;/ ]+[^\s@,;<>"]+@[^\s@,;<>"]+)*$/.test(cell);
}

/** Whether a cell is a phone number: figures as people group them, and enough of them, perhaps with an extension. */
export function isPhone(cell: string): boolean {
  if (!/^\+?[\d\s()/.–-]+(?: ?(?:x|ext\.?) ?\d{1,5})?$/i.test(cell)) return false;
  const figures = cell.replace(/\D/g, '').length;
  return figures >= 6 && figures <= 20 && !/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?: |$)/.test(cell);
}

/** Whether a cell is a phone number, and cannot be an id or another number. */
export function isSurelyPhone(cell: string): boolean {
  return isPhone(cell) && /^[+0(]|[ /-]/.test(cell);
}

const setOf = (words: string) => new Set(words.split('|').map(folded));

const SEXES = setOf(
  'm|f|w|male|female|mn|fn|fs|nm|mc|sf|male neutered|female neutered|female spayed|neutered male|spayed female|castrated male|männlich|weiblich|männl|weibl|rüde|hündin|kater|kätzin|mk|wk|männlich kastriert|weiblich kastriert|mâle|femelle|mâle castré|femelle stérilisée|macho|hembra|macho castrado|hembra esterilizada|mannelijk|vrouwelijk|mannetje|vrouwtje|reu|teef|poes|ذكر|أنثى|انثى',
);
/** Whether a cell names the sex of an animal. */
export function isSex(cell: string): boolean {
  return SEXES.has(
    folded(cell)
      .replace(/[().,/-]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

const SPECIES = setOf(
  'dog|cat|rabbit|horse|bird|hamster|guinea pig|ferret|rat|mouse|reptile|tortoise|turtle|snake|fish|canine|feline|equine|avian|lagomorph|rodent|parrot|chinchilla|goat|sheep|pig|cow|cattle|hund|katze|kaninchen|pferd|vogel|meerschweinchen|frettchen|ratte|maus|schildkröte|wellensittich|papagei|ziege|schaf|rind|chien|chat|lapin|cheval|oiseau|cochon d’inde|cochon d inde|furet|souris|tortue|chèvre|mouton|perro|gato|conejo|caballo|pájaro|ave|cobaya|hurón|tortuga|hond|kat|konijn|paard|cavia|fret|schildpad|geit|schaap|كلب|قطة|قط|أرنب|حصان|طائر|سلحفاة|هامستر',
);
/** Whether a cell names a species. */
export function isSpecies(cell: string): boolean {
  return SPECIES.has(folded(cell));
}

const ACTIVITY = setOf(
  'active|inactive|archived|left|former|deceased|dead|disabled|enabled|current|aktiv|inaktiv|archiviert|verstorben|ausgeschieden|gesperrt|actif|inactif|archivé|décédé|ancien|activo|inactivo|archivado|fallecido|baja|alta|actief|inactief|gearchiveerd|overleden|نشط|غير نشط|متوفى|yes|no|true|false|y|n|1|0|ja|nein|oui|non|sí|si|nee|نعم|لا|moved|verzogen',
);
/** Whether a cell says that somebody is still there, or no more. */
export function isActivity(cell: string): boolean {
  return ACTIVITY.has(folded(cell));
}
