/** The reasons why a PIN is easy to guess. */
export type PinWeakness = 'repeated' | 'sequence' | 'date';

/** The minimum number of different digits in a PIN. One with fewer, such as 112233, is too easy to guess. */
const MIN_DIFFERENT_DIGITS = 4;
/** The minimum number of consecutive digits that people see as a sequence, or as a line on the keypad. */
const MIN_RUN = 3;

const [DAY, MONTH, YEAR, LONG_YEAR] = [
  '(?:0[1-9]|[12][0-9]|3[01])',
  '(?:0[1-9]|1[0-2])',
  '[0-9]{2}',
  '(?:19|20)[0-9]{2}',
];
const DATE = new RegExp(
  `^(?:${[
    ...[YEAR, LONG_YEAR].flatMap((year) => [DAY + MONTH + year, MONTH + DAY + year, year + MONTH + DAY]),
    ...[MONTH + LONG_YEAR, LONG_YEAR + MONTH],
  ].join('|')})$`,
);

/** Returns why a PIN is easy to guess; null if it is not. */
export function findPinWeakness(pin: string): PinWeakness | null {
  if (new Set(pin).size < MIN_DIFFERENT_DIGITS || /^(.+)\1+$/.test(pin)) return 'repeated';
  if (isSequence(pin) || isKeypadLine(pin)) return 'sequence';
  return DATE.test(pin) ? 'date' : null;
}

/**
 * Whether digits count up or down by the same step, with at most one exception (123457, 135790), in pairs (010203), or in runs
 * of three and more (147258, 123654).
 */
function isSequence(pin: string): boolean {
  const digits = [...pin].map(Number);
  const steps = computeSteps(digits, 10);
  const isAlmostEven = steps.some((step) => steps.filter((other) => other !== step).length <= 1);
  const pairs = pin.match(/[0-9]{2}/g) ?? [];
  const isEvenInPairs = pin.length % 2 === 0 && new Set(computeSteps(pairs.map(Number), 100)).size === 1;
  return isAlmostEven || isEvenInPairs || isInRuns(digits);
}

/** Computes the differences between neighbouring numbers, modulo `base`. */
const computeSteps = (numbers: readonly number[], base: number) =>
  numbers.slice(1).map((number, nth) => (number - (numbers[nth] ?? 0) + base) % base);

/** Whether digits can be divided into runs, each of which counts up or down by a single step. */
function isInRuns(digits: readonly number[]): boolean {
  if (digits.length === 0) return true;
  for (let length = MIN_RUN; length <= digits.length; length += 1) {
    if (new Set(computeSteps(digits.slice(0, length), 10)).size > 1) return false;
    if (isInRuns(digits.slice(length))) return true;
  }
  return false;
}

/** Whether each digit is next to the one before on a keypad, above, below or beside it (125478). */
function isKeypadLine(pin: string): boolean {
  return [...pin].slice(1).every((digit, nth) => {
    const [one, other] = [keypadPosition(pin[nth] ?? ''), keypadPosition(digit)];
    return Math.abs(one.column - other.column) + Math.abs(one.row - other.row) === 1;
  });
}

/** The position of a digit on a keypad, on which 0 is below 8. */
function keypadPosition(digit: string): { column: number; row: number } {
  const nth = digit === '0' ? 10 : Number(digit) - 1;
  return { column: nth % 3, row: Math.floor(nth / 3) };
}
