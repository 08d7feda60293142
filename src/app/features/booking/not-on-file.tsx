import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { type BookingForm, type BookingLists, requestedTime, useFormValues } from './booking-schema.ts';
import { typedText } from './booking-text.ts';

interface NotOnFileProps extends Omit<BookingLists, 'companyId'> {
  form: BookingForm;
  /** The text typed for the pet or its owner. */
  typed: string;
  onSearchAgain: () => void;
  /** Opens the registration; undefined where it is not available. */
  onRegister: (() => void) | undefined;
}

/**
 * Help for a caller whose pet is not on file: the form can be copied, or the client registered, and nothing typed is
 * lost.
 */
export function NotOnFile(props: NotOnFileProps) {
  const { form, typed, stores, employees, appointmentTypes, onSearchAgain, onRegister } = props;
  const values = useFormValues(form);
  const store = stores.find(({ id }) => id === values.storeId);
  const text = typedText({
    typed,
    type: appointmentTypes.find(({ id }) => id === values.visitTypeId)?.name ?? '',
    vet: employees.find(({ id }) => id === values.employeeId)?.name ?? '',
    place: store ? { store, time: requestedTime(values, store) } : null,
    length: values.length,
    notes: values.notes,
  });
  return (
    <section
      aria-label={t`Not on file`}
      className="flex flex-col gap-1.5 rounded-md border border-line bg-sunken px-2.5 py-2 text-sm"
    >
      <p>
        <Trans>
          <bdi className="font-medium">{typed}</bdi> is not on file.
        </Trans>{' '}
        {onRegister
          ? t`Register the client and the pet here: everything you typed stays.`
          : t`Agree on a time with the caller, register the client and the pet in the practice system, then search again: everything you typed stays here.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {onRegister ? (
          <Button compact tone="primary" onClick={onRegister}>
            {t`New client and pet`}
          </Button>
        ) : null}
        <Button compact onClick={onSearchAgain}>
          {t`Search again`}
        </Button>
        <CopyButton text={text} label={t`Copy what was typed`} />
      </div>
    </section>
  );
}
