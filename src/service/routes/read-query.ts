import type { z } from 'zod';
import { invalidInput } from '#contract/error.ts';
import { checkShape } from './shape-fault.ts';

/** How the text of a query parameter becomes the value that the contract checks. */
export type ParameterForm = 'text' | 'list' | 'integer' | 'nullable';

/**
 * The query of a request, decoded and checked by the contract's schema: a list is comma-separated, a nullable parameter
 * is null when it is absent, empty or the word `null`, unknown parameters are ignored. Throws 400 naming the parameter.
 */
export function readQuery<Schema extends z.ZodObject>(
  url: string,
  schema: Schema,
  forms: Partial<Record<keyof z.output<Schema>, ParameterForm>>,
): z.output<Schema> {
  const parameters = parametersOf(url);
  const decoded: Record<string, unknown> = {};
  for (const name of Object.keys(schema.shape)) {
    const given = parameters.filter((parameter) => parameter.name === name);
    const form = forms[name as keyof z.output<Schema>] ?? 'text';
    if (given.length > 1 && form !== 'list') throw invalidInput(name, 'must be given only once');
    if (given.some((parameter) => !parameter.isUtf8)) throw invalidInput(name, 'must be percent-encoded UTF-8');
    if (given.length > 0) decoded[name] = decode(given.map((parameter) => parameter.text).join(','), form);
  }
  return checkShape(schema, decoded, 'query');
}

interface Parameter {
  name: string;
  text: string;
  /** Whether the text was well encoded: half of a surrogate pair can only come as something else. */
  isUtf8: boolean;
}

/** The parameters of the query alone: the rest of the address is the caller's own host, which need not even be one. */
function parametersOf(url: string): Parameter[] {
  const at = url.indexOf('?');
  const pairs =
    at < 0
      ? []
      : url
          .slice(at + 1)
          .replace(/#.*$/s, '')
          .split('&');
  return pairs.flatMap((pair) =>
    [...new URLSearchParams(pair)].map(([name, text]) => ({
      name,
      text,
      // What is not UTF-8 is read as U+FFFD.
      isUtf8: count(text, /\ufffd/g) <= count(pair, /%ef%bf%bd|\ufffd/gi),
    })),
  );
}

function count(text: string, part: RegExp): number {
  return text.match(part)?.length ?? 0;
}

function decode(text: string, form: ParameterForm): unknown {
  switch (form) {
    case 'list':
      return text.split(',');
    case 'integer':
      // Anything else stays text and is refused as such.
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'nullable':
      return text === '' || text === 'null' ? null : text;
    case 'text':
      return text;
  }
}
