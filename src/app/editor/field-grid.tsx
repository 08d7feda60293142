import type { ReactNode } from 'react';
import { useBlurredFields } from '#app/components/use-blurred-fields.ts';
import type { AnyFields } from './record-kind.ts';

interface FieldGridProps<Reference> {
  fields: AnyFields<Reference>;
  /** The current input, keyed by the name of the field. */
  input: Readonly<Record<string, unknown>>;
  problems: Readonly<Record<string, string | undefined>>;
  /** Whether to show problems with fields that the person has not left yet. */
  showProblems: boolean;
  onChange: (name: string, input: unknown) => void;
  reference: Reference;
  /** Returns the content below a field. */
  below?: (name: string, field: AnyFields<Reference>[number][1]) => ReactNode;
}

/** The inputs of fields in two columns. */
export function FieldGrid<Reference>(props: FieldGridProps<Reference>) {
  const { fields, input, problems, showProblems, onChange, reference, below } = props;
  const blurred = useBlurredFields();
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      {fields.map(([name, field]) => (
        <div key={name} className={`flex min-w-0 flex-col gap-1.5 ${field.isWide ? 'sm:col-span-2' : ''}`}>
          <field.Input
            label={field.label()}
            hint={field.hint?.()}
            isOptional={field.isOptional ?? false}
            options={field.options?.(reference, input) ?? []}
            value={input[name]}
            onChange={(next) => onChange(name, next)}
            onBlur={() => blurred.mark(name)}
            error={showProblems || blurred.has(name) ? problems[name] : undefined}
            showProblems={showProblems}
            reference={reference}
          />
          {below?.(name, field)}
        </div>
      ))}
    </div>
  );
}
