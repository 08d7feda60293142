import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId } from 'react';
import { useController } from 'react-hook-form';
import { useSpeciesOnFile } from '#app/api/species-on-file.ts';
import { Button } from '#app/components/button.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import type { NewPetField, NewPetValues } from './registration.ts';
import { useBookingFormContext } from './use-booking-form.ts';
import { useDuplicates } from './use-duplicates.ts';

const labels: Readonly<Record<NewPetField, string>> = translateOnRead({
  clientName: () => t`Client’s name`,
  phone: () => t`Phone`,
  email: () => t`E-mail`,
  petName: () => t`Pet’s name`,
  species: () => t`Species`,
  breed: () => t`Breed`,
});
const clientFields: ReadonlySet<NewPetField> = new Set(['clientName', 'phone', 'email']);

interface NewPetFieldsProps {
  values: NewPetValues;
  fields: readonly NewPetField[];
  /** Which parts were sent and can therefore no longer be edited. */
  sent: { client: boolean; pet: boolean };
}

/**
 * The fields of a client and pet that are registered with the booking. Possible duplicates on file are shown below
 * them.
 */
export function NewPetFields({ values, fields, sent }: NewPetFieldsProps) {
  const heading = useId();
  const { form, lists, errors, change } = useBookingFormContext();
  const { species, breeds } = useSpeciesOnFile(lists.companyId, values.species);
  const clientName = values.client?.name;
  const initialize = useEffectEvent(() => {
    const empty = fields.find((field) => values[field] === '' && !(values.client && clientFields.has(field)));
    form.setFocus(`newPet.${empty ?? 'clientName'}`);
  });
  useEffect(() => initialize(), []);
  return (
    <fieldset aria-labelledby={heading} className="flex flex-col gap-2 rounded-md border border-line bg-sunken p-2.5">
      <div className="flex items-center justify-between gap-2">
        <span id={heading} className="text-sm font-semibold">
          {values.client ? t`New pet` : t`New client and pet`}
        </span>
        {sent.client || sent.pet ? null : (
          <Button compact tone="quiet" onClick={() => change({ newPet: null })}>
            {t`Find an existing pet`}
          </Button>
        )}
      </div>
      {values.client ? (
        <p className="text-sm">
          <Trans>
            Client: <bdi className="font-medium">{clientName}</bdi>
          </Trans>
        </p>
      ) : null}
      <div className="grid grid-cols-2 gap-2">
        {fields.map((field) =>
          values.client && clientFields.has(field) ? null : (
            <NewPetInput
              key={field}
              field={field}
              error={errors[`newPet.${field}`]}
              isReadOnly={clientFields.has(field) ? sent.client : sent.pet}
              suggestions={field === 'species' ? species : field === 'breed' ? breeds : []}
            />
          ),
        )}
      </div>
      {values.client || sent.client ? null : <PossibleDuplicates values={values} />}
    </fieldset>
  );
}

/** Clients and pets on file that may match what is being typed. */
function PossibleDuplicates({ values }: { values: NewPetValues }) {
  const { lists, values: all, change } = useBookingFormContext();
  const { phone, clientName, petName } = values;
  const { clients, pets } = useDuplicates({ companyId: lists.companyId, phone, clientName, petName });
  return (
    <ul aria-label={t`May already be on file`} className="flex flex-col gap-1 empty:hidden">
      {clients.map((client) => (
        <li key={client.id} className="flex flex-wrap items-center gap-1.5 text-sm">
          <span className="text-warn">
            <Trans>
              On file: <bdi className="font-medium">{client.name}</bdi> <bdi>{client.phone}</bdi>
            </Trans>
          </span>
          {pets
            .filter(({ clientId }) => clientId === client.id)
            .map((pet) => (
              <Button
                key={pet.id}
                compact
                onClick={() =>
                  change({
                    pet: { ...pet, clientName: pet.clientName || client.name },
                    newPet: null,
                    unmatched: { ...all.unmatched, pet: '' },
                  })
                }
              >
                <bdi>{[pet.name, pet.species].filter(Boolean).join(', ')}</bdi>
              </Button>
            ))}
          <Button
            compact
            onClick={() => change({ newPet: { ...values, client: { id: client.id, name: client.name } } })}
          >
            {t`New pet for this client`}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface NewPetInputProps {
  field: NewPetField;
  error: string | undefined;
  isReadOnly: boolean;
  suggestions: readonly string[];
}

function NewPetInput({ field, error, isReadOnly, suggestions }: NewPetInputProps) {
  const { form } = useBookingFormContext();
  const { field: input } = useController({ control: form.control, name: `newPet.${field}` });
  return (
    <TextField
      ref={input.ref}
      label={labels[field]}
      optional={field === 'phone' || field === 'email' || field === 'breed'}
      value={input.value ?? ''}
      onChange={(text) => (isReadOnly ? undefined : input.onChange(text))}
      onBlur={input.onBlur}
      error={error}
      suggestions={suggestions}
    />
  );
}
