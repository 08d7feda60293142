import type { z } from 'zod';
import { invalidInput } from '#service/domain/fault.ts';
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
  const parameters = queryOf(url);
  const decoded: Record<string, unknown> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = parameters.getAll(name);
    const form = forms[name as keyof z.output<Schema>] ?? 'text';
    if (values.length > 1 && form !== 'list') throw invalidInput(name, 'must be given only once');
    const [text] = values;
    if (text !== undefined) decoded[name] = decode(values.join(','), form);
  }
  return checkShape(schema, decoded, 'query');
}

/** The query alone: the rest of the address is the caller's own host, which need not even be one. */
function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1).replace(/#.*$/s, ''));
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
