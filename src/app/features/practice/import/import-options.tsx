import { t } from '@lingui/core/macro';
import { Select } from '#app/components/select.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { LabelledCheckbox } from '#app/editor/fields.tsx';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { importSourceSchema } from '#contract/practice-import.ts';
import type { ImportJob, ImportSettings } from './import-job.ts';

export const isSource = (source: string) => importSourceSchema.safeParse(source).success;

/** What holds for the whole import: where it comes from, where visits without a store go, and whether the inactive are imported. */
export function ImportOptions({ settings, job }: { settings: ImportSettings; job: ImportJob }) {
  const { company } = usePractice();
  const { source, storeId, takeInactive } = settings;
  return (
    <div className="flex flex-col gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          label={t({ message: 'Source', comment: 'the name of the program that the files come from' })}
          hint={t`The program that the files come from. Its number 10001 is never taken for number 10001 of another program.`}
          error={isSource(source) ? undefined : t`Write 1 to 200 characters in one line.`}
          value={source}
          onChange={(next) => job.choose({ source: next })}
        />
        {company.stores.length > 1 ? (
          <Select
            label={t`Store of appointments that name none`}
            options={company.stores.map(({ id, name }) => ({ value: id, label: name }))}
            value={storeId}
            onChange={(next) => job.choose({ storeId: next })}
          />
        ) : null}
      </div>
      <div>
        <LabelledCheckbox
          label={t`Import inactive clients and pets, and pets that have died, too`}
          isChecked={takeInactive}
          onChange={(next) => job.choose({ takeInactive: next })}
        />
        <p className="ps-4 text-xs text-muted">
          {takeInactive
            ? t`They are imported as inactive: marked everywhere, and never suggested for an appointment.`
            : t`They are left out, with the appointments of such pets.`}
        </p>
      </div>
    </div>
  );
}
