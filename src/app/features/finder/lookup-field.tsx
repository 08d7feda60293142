import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { clientQueries } from '#app/api/client-queries.ts';
import { headOfId } from '#app/api/directory.ts';
import { petQueries } from '#app/api/pet-queries.ts';
import { usePetNames } from '#app/api/use-pet-names.ts';
import { Combobox } from '#app/components/combobox.tsx';
import { useDebounced } from '#app/components/use-debounced.ts';
import { matchesWords } from '#app/components/word-match.ts';

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

const TYPING_MS = 150;

const NOBODY: ReadonlySet<string> = new Set();

/** Narrows the list to a pet. */
export function PetFilter({ companyId, ...props }: LookupFieldProps) {
  const [typed, setTyped] = useState('');
  const linked = useMemo(() => (props.value === undefined ? NOBODY : new Set([props.value])), [props.value]);
  const known = usePetNames(companyId, linked).get(props.value ?? '');
  const text = useDebounced(typed, TYPING_MS).trim();
  const query = useInfiniteQuery({
    ...petQueries.lookup(useApi(), { companyId, text }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
  const found = (query.data?.pages ?? []).flatMap((page) =>
    page.records.map(({ id, name, clientName }) => ({ id, name, detail: clientName })),
  );
  return (
    <LookupField
      label="Pet"
      found={found}
      typed={typed}
      onType={setTyped}
      failed={query.isError}
      named={known ? { id: known.id, name: known.name, detail: known.clientName } : null}
      {...props}
    />
  );
}

/** Narrows the list to a client. */
export function ClientFilter({ companyId, ...props }: LookupFieldProps) {
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed, TYPING_MS).trim();
  const query = useInfiniteQuery({
    ...clientQueries.lookup(useApi(), { companyId, text }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
  const found = (query.data?.pages ?? []).flatMap((page) =>
    page.records.map(({ id, name, phone }) => ({ id, name, detail: phone ?? '' })),
  );
  return (
    <LookupField
      label="Client"
      found={found}
      typed={typed}
      onType={setTyped}
      failed={query.isError}
      named={null}
      {...props}
    />
  );
}

interface FieldProps extends Omit<LookupFieldProps, 'companyId'> {
  label: string;
  found: readonly Found[];
  typed: string;
  onType: (typed: string) => void;
  failed: boolean;
  /** What the id in the address stands for, where that is known. */
  named: Found | null;
}

function LookupField({ label, found, typed, onType, failed, named, value, onChange }: FieldProps) {
  const [chosen, setChosen] = useState<Found | null>(null);
  // A link names the id alone: it stands for itself until somebody chooses.
  const shown =
    value === undefined
      ? null
      : ([chosen, named].find((one) => one?.id === value) ?? { id: value, name: headOfId(value), detail: '' });
  return (
    <Combobox<Found>
      label={label}
      optional
      items={typed.trim() === '' ? [] : found.filter(({ name, detail }) => matchesWords([name, detail], typed))}
      value={shown}
      onChange={(next) => {
        setChosen(next);
        onChange(next?.id);
      }}
      onType={onType}
      matches={null}
      idOf={({ id }) => id}
      textOf={({ name, detail }) => [name, detail].filter(Boolean).join(' · ')}
      status={failed ? 'The names could not be loaded.' : typed.trim() === '' ? 'Type a name.' : null}
      empty="Nobody’s name begins like that."
    />
  );
}
