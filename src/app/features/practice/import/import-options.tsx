import { t } from '@lingui/core/macro';
import { LabelledCheckbox } from '#app/components/checkbox.tsx';
import { Select } from '#app/components/select.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { importSourceSchema } from '#contract/practice-import.ts';
import type { ImportJob, ImportSettings } from './import-job.ts';

export const isValidSource = (source: string) => importSourceSchema.safeParse(source).success;

/**
 * Choices for the whole import: its source, the store of appointments without one, whether inactive records are imported, and
 * where further phone numbers go.
 */
export function ImportOptions({ settings, job }: { settings: ImportSettings; job: ImportJob }) {
  const { stores } = usePractice();
  const { source, storeId, takeInactive, phonesInAlert } = settings;
  return (
    <div className="flex flex-col gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          label={t({ message: 'Source', comment: 'the name of the program that the files come from' })}
          hint={t`The program that the files come from. Two programs may use the same numbers for their records, so this keeps them apart.`}
          error={isValidSource(source) ? undefined : t`Enter 1 to 200 characters on one line.`}
          value={source}
          onChange={(next) => job.choose({ source: next })}
        />
        {stores.length > 1 ? (
          <Select
            label={t`Store for appointments without one`}
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
            value={storeId}
            onChange={(next) => job.choose({ storeId: next })}
          />
        ) : null}
      </div>
      <div>
        <LabelledCheckbox
          label={t`Also import inactive clients and pets, and pets that have died`}
          isChecked={takeInactive}
          onChange={(next) => job.choose({ takeInactive: next })}
        />
        <p className="ps-4 text-xs text-muted">
          {takeInactive
            ? t`These clients and pets are marked as inactive everywhere, and never suggested for an appointment.`
            : t`These clients and pets are left out, and so are their appointments.`}
        </p>
      </div>
      <div>
        <LabelledCheckbox
          label={t`Add further phone numbers to the client’s alert`}
          isChecked={phonesInAlert}
          onChange={(next) => job.choose({ phonesInAlert: next })}
        />
        <p className="ps-4 text-xs text-muted">
          {phonesInAlert
            ? t`Each number is added after the name of its column, if there is room. Words beside a phone number are added, too.`
            : t`Only one phone number is imported per client. The preview lists those left out.`}
        </p>
      </div>
    </div>
  );
}
