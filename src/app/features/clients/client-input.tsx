import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { clientByIdQuery, useClientLookup } from '#app/api/clients.ts';
import { useDebouncedValue } from '#app/browser/use-debounced-value.ts';
import { Combobox } from '#app/components/combobox.tsx';
import type { FieldInputProps } from '#app/editor/field.ts';
import { type AlertFields, deadOrInactiveText } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';

const DEBOUNCE_MS = 150;
const MIN_LETTERS = 2;

interface ClientInputReference {
  companyId: string;
  /** `YYYY-MM-DD` */
  today: string;
}

type ClientChoice = AlertFields & { id: string; name: string; phone: string | null };

/** A field that finds a client by the beginning of their names. Its value is the client's id. */
export function ClientInput(props: FieldInputProps<string, ClientInputReference>) {
  const { label, value, onChange, onBlur, error, reference } = props;
  const { companyId, today } = reference;
  const [typed, setTyped] = useState('');
  const settled = useDebouncedValue(typed, DEBOUNCE_MS).trim();
  const {
    found,
    enoughTyped: hasEnoughLetters,
    isLooking: isSearching,
    hasFailed,
  } = useClientLookup({
    companyId,
    typed,
    settled,
    minLetters: MIN_LETTERS,
  });
  const [chosen, setChosen] = useState<ClientChoice | null>(null);
  // After a reload only the id of the selected client is stored, so the client is loaded by it.
  const stored = useQuery({
    ...clientByIdQuery(useApi(), { companyId, clientId: value }),
    enabled: value !== '' && chosen?.id !== value,
  });
  const selected = [chosen, stored.data].find((one) => one?.id === value);
  let status: string | null = null;
  if (!hasEnoughLetters) status = t`Type at least two letters of the name.`;
  else if (hasFailed) status = t`The clients couldn’t be loaded. Type again to try again.`;
  else if (found.length === 0 && isSearching) status = texts.looking;
  return (
    <Combobox<ClientChoice>
      {...{ label, error, onBlur, isLooking: isSearching, status }}
      items={found}
      value={value === '' ? null : (selected ?? { id: value, name: '', phone: null })}
      onChange={(next) => {
        setChosen(next);
        onChange(next?.id ?? '');
      }}
      onType={setTyped}
      matches={null}
      idOf={({ id }) => id}
      textOf={({ name }) => name}
      renderOption={(client) => (
        <span className="flex min-w-0 grow items-baseline gap-x-2">
          <bdi className="truncate font-semibold">{client.name}</bdi>
          <span className="shrink-[1000] truncate text-xs text-muted">{deadOrInactiveText(client, today)}</span>
          <bdi className="ms-auto text-xs text-muted tabular-nums">{client.phone}</bdi>
        </span>
      )}
      empty={t`No matching client.`}
    />
  );
}
