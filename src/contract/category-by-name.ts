import type { VisitTypeCategory } from '#contract/enums.ts';

/**
 * Words that suggest a category, in the languages of the app. The first match counts. A word with `\b` counts only at the
 * beginning of a word, because it is part of others: “accident” is not dental.
 */
const CATEGORY_WORDS: readonly (readonly [RegExp, VisitTypeCategory])[] = [
  [/vaccin|booster|impf|vacun|inent|\benting|تطعيم|لقاح|تلقيح/i, 'vaccination'],
  [/\bdent|teeth|zahn|\btand|gebit|أسنان/i, 'dental'],
  [
    /surg|spay|neuter|castrat|operati|operaci|chirurg|cirug|quirúrg|kastrat|castra|sterili|esterili|جراح|عملية|تعقيم/i,
    'surgical',
  ],
  [
    /x-?ray|ultrasound|blood|\blab|\bscan|diagnos|röntgen|ultraschall|blut|bloed|radiogra|échogra|ecogra|\bsang|anal[iy]s|análisis|أشعة|تحليل|سونار/i,
    'diagnostics',
  ],
  [
    /\bnail|nurse|weigh|bandage|suture|stitch|krall|wiegen|\bwegen|verband|fäden|\bhecht|griffes|pansement|pesée|uñas|vendaje|nagel|أظافر|وزن|ضماد/i,
    'nurse',
  ],
  [/groom|\bbath|brush|\bclip|scheren|fellpflege|toilettage|tonte|peluquer|baño|trimm|vacht|استحمام/i, 'grooming'],
  [/goodbye|eut[h]?an|einschläfer|inslapen|القتل الرحيم/i, 'euthanasia'],
  [/\bhome|hausbesuch|domicil|huisbezoek|منزل/i, 'in_home'],
  [/day ?care/i, 'daycare'],
  [/boarding|overnight/i, 'overnight'],
  [/hospital|\bward/i, 'hospital'],
  [/\bclass|puppy/i, 'group_training'],
  [/training/i, 'individual_training'],
  [/health|check-?up|annual|wellness|vorsorge|gesundheit|bilan|chequeo|revisión|gezondheid|فحص/i, 'health'],
  [
    /consult|konsult|visit|exam|emergency|recheck|follow|sprechstunde|untersuch|kontroll?e|notfall|urgence|suivi|urgencia|spreekuur|spoed|كشف|استشارة|طوارئ|مراجعة/i,
    'consult',
  ],
];

/** The category that the name of a visit type suggests; null if it suggests none. */
export function suggestCategory(name: string): VisitTypeCategory | null {
  const composed = name.normalize('NFC');
  return CATEGORY_WORDS.find(([words]) => words.test(composed))?.[1] ?? null;
}
