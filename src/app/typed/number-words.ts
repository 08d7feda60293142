import { normalizeText } from '#app/language/normalize-text.ts';

/** The words for 1 to 12, with other forms after a `|`, and for larger numbers that are said of times and distances. */
const numbers: Readonly<Record<string, readonly [upToTwelve: string, larger: Readonly<Record<string, number>>]>> = {
  en: [
    'one two three four five six seven eight nine ten eleven twelve',
    { fourteen: 14, fifteen: 15, twenty: 20, thirty: 30, forty: 40, ninety: 90 },
  ],
  de: [
    'ein|eins|eine|einen|einem|einer zwei|zwo drei vier fünf|fuenf sechs sieben acht neun zehn elf zwölf|zwoelf',
    { vierzehn: 14, fünfzehn: 15, fuenfzehn: 15, zwanzig: 20, dreißig: 30, dreissig: 30, vierzig: 40, neunzig: 90 },
  ],
  fr: [
    'un|une deux trois quatre cinq six sept huit neuf dix onze douze',
    { quatorze: 14, quinze: 15, vingt: 20, trente: 30, quarante: 40 },
  ],
  es: [
    'un|una|uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
    { catorce: 14, quince: 15, veinte: 20, treinta: 30, cuarenta: 40, noventa: 90 },
  ],
  nl: [
    'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
    { veertien: 14, vijftien: 15, twintig: 20, dertig: 30, veertig: 40, negentig: 90 },
  ],
  ar: [
    'واحد|واحدة|الواحدة اثنين|اثنان|اتنين|الثانية|التانية ثلاث|ثلاثة|تلاتة|الثالثة|التالتة أربع|أربعة|الرابعة خمس|خمسة|الخامسة ست|ستة|السادسة سبع|سبعة|السابعة ثمان|ثماني|ثمانية|تمانية|الثامنة|التامنة تسع|تسعة|التاسعة عشر|عشرة|العاشرة حداشر اتناشر|اثناعشر',
    { عشرين: 20, عشرون: 20, ثلاثين: 30, ثلاثون: 30, أربعين: 40 },
  ],
};

function tableOf(languages: readonly string[]): ReadonlyMap<string, number> {
  const table = new Map<string, number>();
  for (const language of languages) {
    const [upToTwelve = '', larger = {}] = numbers[language] ?? [];
    for (const [index, forms] of upToTwelve.split(' ').entries())
      for (const form of forms.split('|')) table.set(normalizeText(form), index + 1);
    for (const [word, number] of Object.entries(larger)) table.set(normalizeText(word), number);
  }
  return table;
}

const known = new Map<string, ReadonlyMap<string, number>>();

/** A text with digits from 0 to 9 in place of those of the Arabic scripts. */
export function westernDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16));
}

/** A normalized text with its numbers in digits: `in drei tagen` is `in 3 tagen`. In the given languages, or in all. */
export function withDigits(text: string, languages: readonly string[] = Object.keys(numbers)): string {
  const key = languages.join();
  const table = known.get(key) ?? tableOf(languages);
  known.set(key, table);
  return text.replace(/\p{L}+/gu, (word) => {
    const number = table.get(word);
    if (number !== undefined) return String(number);
    // In Arabic "and" is written together with the word after it.
    const second = word.startsWith('و') ? table.get(word.slice(1)) : undefined;
    return second === undefined ? word : `و ${second}`;
  });
}
