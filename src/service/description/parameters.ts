import { z } from 'zod';

/** Parameters as they are written: a list comma-separated, null as nothing or as the word. */
export function asParameters(query: z.ZodObject): z.ZodObject {
  const shape: Record<string, z.ZodType> = query.shape;
  return z.object(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, asParameter(schema)])));
}

function asParameter(schema: z.ZodType): z.ZodType {
  const { type, anyOf = [], pattern = anyOf[0]?.pattern } = z.toJSONSchema(schema, { io: 'input' });
  if (type === 'array') return schema.meta({ param: { style: 'form', explode: false } });
  if (!schema.safeParse(null).success) return schema;
  const description = [schema.meta()?.description, 'Nothing and the word `null` mean null.'];
  return schema.meta({
    description: description.filter((part) => part !== undefined).join(' '),
    ...(pattern === undefined ? {} : { pattern: `^(?:null)?$|${pattern}` }),
  });
}
