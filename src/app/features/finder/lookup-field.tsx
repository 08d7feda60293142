import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { clientById, useClientLookup } from '#app/api/clients.ts';
import { shortId } from '#app/api/directory.ts';
import type { useLookup } from '#app/api/long-list.ts';
import { petById, usePetLookup } from '#app/api/pets.ts';
import { useDebounced } from '#app/browser/use-debounced.ts';
import { Combobox } from '#app/components/combobox.tsx';
import { words } from '#app/text/shared-texts.ts';

/** A pet or a client to filter by. */
interface Found {
  id: string;
  name: string;
  detail: string;
}

interface LookupFieldProps {
  companyId: string;
  /** The id in the address. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

const DEBOUNCE_MS = 150;
const MIN_LETTERS = 1;

function useTyping() {
  const [typed, setTyped] = useState('');
  return { typed, onType: setTyped, settled: useDebounced(typed, DEBOUNCE_MS).trim(), minLetters: MIN_LETTERS };
}

/** Filters the list by a pet. */
export function PetFilter({ companyId, value, onChange }: LookupFieldProps) {
  const api = useApi();
  const { onType, ...typing } = useTyping();
  const lookup = usePetLookup({ companyId, ...typing });
  const linked = useQuery({ ...petById(api, { companyId, petId: value ?? '' }), enabled: value !== undefined });
  return (
    <LookupField
      label={t`Pet`}
      lookup={{ ...lookup, found: lookup.found.map(petFound) }}
      linked={{ ...linked, data: linked.data && petFound(linked.data) }}
      {...{ value, onChange, onType }}
    />
  );
}

/** Filters the list by a client. */
export function ClientFilter({ companyId, value, onChange }: LookupFieldProps) {
  const api = useApi();
  const { onType, ...typing } = useTyping();
  const lookup = useClientLookup({ companyId, ...typing });
  const linked = useQuery({ ...clientById(api, { companyId, clientId: value ?? '' }), enabled: value !== undefined });
  return (
    <LookupField
      label={t`Client`}
      lookup={{ ...lookup, found: lookup.found.map(clientFound) }}
      linked={{ ...linked, data: linked.data && clientFound(linked.data) }}
      {...{ value, onChange, onType }}
    />
  );
}

function petFound({ id, name, clientName }: { id: string; name: string; clientName: string }): Found {
  return { id, name, detail: clientName };
}

function clientFound({ id, name, phone }: { id: string; name: string; phone: string | null }): Found {
  return { id, name, detail: phone ?? '' };
}

interface FieldProps extends Omit<LookupFieldProps, 'companyId'> {
  label: string;
  lookup: Omit<ReturnType<typeof useLookup>, 'found'> & { found: readonly Found[] };
  /** The record with the id in the address. */
  linked: { data: Found | null | undefined; isLoading: boolean };
  onType: (typed: string) => void;
}

function LookupField({ label, lookup, linked, value, onChange, onType }: FieldProps) {
  const [chosen, setChosen] = useState<Found | null>(null);
  const { found, enoughTyped, looking, failed, partly } = lookup;
  const known = [chosen, linked.data].find((one) => one?.id === value);
  // A link has only the id: until the name is loaded, or where there is none, the abbreviated id is shown.
  const unnamed = value !== undefined && !known;
  let status: string | null = null;
  if (!enoughTyped) status = t`Type a name.`;
  else if (failed) status = t`The names could not be loaded.`;
  else if (found.length === 0 && looking) status = words.looking;
  else if (partly) status = t`There are too many names to search all of them. Type more letters.`;
  return (
    <Combobox<Found>
      label={label}
      optional
      items={found}
      value={value === undefined ? null : (known ?? { id: value, name: shortId(value), detail: '' })}
      onChange={(next) => {
        setChosen(next);
        onChange(next?.id);
      }}
      onType={onType}
      matches={null}
      idOf={({ id }) => id}
      textOf={({ name, detail }) => [name, detail].filter(Boolean).join(' · ')}
      status={status}
      empty={t`No one by that name.`}
      hint={unnamed ? (linked.isLoading ? t`Looking for the name…` : t`The name could not be found.`) : undefined}
    />
  );
}
