import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type ApiClient, CREATE_TIMEOUT_MS, SEARCH_TIMEOUT_MS, useApi } from '#app/api/api-client.ts';
import { isStorageFull } from '#app/api/api-error.ts';
import { errorIdOf, foreignWordsOf, reasonOf } from '#app/api/failures.tsx';
import { addNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { newId } from '#app/browser/new-id.ts';
import { sleep } from '#app/browser/sleep.ts';
import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { ErrorId } from '#app/components/error-id.tsx';
import { TextField } from '#app/components/text-field.tsx';
import {
  type BookingForm,
  type BookingLists,
  chosenIn,
  type NewClientEntry,
  type PetChoice,
  suggestionText,
  useFormValues,
} from '#app/features/booking/booking-schema.ts';
import { typedText } from '#app/features/booking/booking-text.ts';
import { translated } from '#app/language/translated.ts';
import { words } from '#app/text/shared-texts.ts';
import type { Capabilities } from '#contract/desk.ts';
import { endpoints, extensions } from '#contract/endpoints.ts';
import type { ReceivedClient, ReceivedPet } from '#contract/received.ts';
import {
  type NewClientField,
  newClientFaults,
  type RegisterPorts,
  register,
  registerClient,
  registerPet,
  type Step,
  takeClient,
} from './register.ts';

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
  const { form, typed, onSearchAgain, onRegister } = props;
  const values = useFormValues(form);
  const { store, time, vet, type } = chosenIn(values, props);
  const text = typedText({
    typed,
    type: type?.name ?? '',
    vet: vet?.name ?? '',
    place: store && { store, time },
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

interface NewClientProps {
  form: BookingForm;
  companyId: string;
  capabilities: Capabilities;
  /** Saves the form as its draft now, without the usual delay. */
  keepDraft: () => void;
  onRegistered: (pet: PetChoice) => void;
  onCancel: () => void;
  /** Called when the practice system says that the user may not register clients. */
  onForbidden: () => void;
}

const fields: readonly { field: NewClientField; optional?: true; ofClient?: true }[] = [
  { field: 'name', ofClient: true },
  { field: 'phone', optional: true, ofClient: true },
  { field: 'email', optional: true, ofClient: true },
  { field: 'petName' },
  { field: 'species' },
];

const labels: Readonly<Record<NewClientField, string>> = translated({
  name: () => t`Client’s name`,
  phone: () => t`Phone`,
  email: () => t`E-mail`,
  petName: () => t`Pet’s name`,
  species: () => t`Species`,
});

/** Registers a client and their pet during a booking, which then continues with the pet. */
export function NewClient(props: NewClientProps) {
  const { form, companyId, capabilities, keepDraft, onRegistered, onCancel, onForbidden } = props;
  const api = useApi();
  const queryClient = useQueryClient();
  const newClient = useWatch({ control: form.control, name: 'newClient' });
  const [busy, setBusy] = useState(false);
  const [step, setStep] = useState<Step | null>(null);
  const [faults, setFaults] = useState<Partial<Record<NewClientField, string>>>({});
  const heading = useId();
  const running = useRef(false);
  const inputs = useRef(new Map<NewClientField, HTMLInputElement>());

  const ports: RegisterPorts = {
    ...createRegisterPorts(api, companyId, capabilities),
    keep(next) {
      form.setValue('newClient', next, { shouldDirty: true });
      keepDraft();
    },
  };

  async function run(go: (ports: RegisterPorts, newClient: NewClientEntry) => Promise<Step>): Promise<void> {
    const now = form.getValues('newClient');
    if (!now || running.current) return;
    const wrong = newClientFaults(now);
    setFaults(wrong);
    const first = fields.find(({ field }) => wrong[field] !== undefined);
    if (first) return inputs.current.get(first.field)?.focus();
    running.current = true;
    setBusy(true);
    const next = await go(ports, now).finally(() => {
      running.current = false;
      setBusy(false);
    });
    if (next.kind === 'done') {
      const { queryKey } = petQueries.names(api, { companyId });
      const blank = { sex: null, dateOfBirth: null, deceasedOn: null, alert: null, isActive: true };
      addNames(queryClient, queryKey, [{ ...blank, ...next.pet }]);
      for (const list of [endpoints.listClients, endpoints.listPets])
        void queryClient.invalidateQueries({ queryKey: queryKeyOf(list), refetchType: 'none' });
      onRegistered(next.pet);
    } else setStep(next);
    if (next.kind === 'refused' && next.error.status === 403) onForbidden();
  }

  // A reload during the registration left a request behind, which is settled before anything else.
  const resume = useEffectEvent(() => {
    if (form.getValues('newClient')?.sent) void run(register);
  });
  useEffect(() => resume(), []);
  const begin = useEffectEvent(() => {
    const empty = fields.find(({ field }) => newClient?.[field] === '');
    inputs.current.get(empty?.field ?? 'name')?.focus();
  });
  useEffect(() => begin(), []);

  if (!newClient) return null;
  const { client } = newClient;
  const clientName = client?.name;
  const locked = busy || newClient.sent !== null;
  const shown = fields.filter(
    ({ field, ofClient }) =>
      !(ofClient && client) &&
      (field === 'phone' || field === 'email' ? (capabilities.createClient?.fields.includes(field) ?? false) : true),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return;
    // Enter in these fields registers the client; it does not submit the form around them.
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat && !event.nativeEvent.isComposing) void run(register);
  };
  return (
    <fieldset
      aria-labelledby={heading}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-2.5 rounded-md border border-line bg-sunken px-2.5 py-2.5"
    >
      <span id={heading} className="text-sm font-semibold">
        {t`New client and pet`}
      </span>
      {client ? (
        <p className="text-sm">
          <Trans>
            Client: <bdi className="font-medium">{clientName}</bdi>, on file
          </Trans>
        </p>
      ) : null}
      <div className="grid gap-2.5 @lg:grid-cols-3">
        {shown.map(({ field, optional }) => (
          <TextField
            key={field}
            ref={(input) => {
              if (input) inputs.current.set(field, input);
              else inputs.current.delete(field);
            }}
            label={labels[field]}
            optional={optional ?? false}
            value={newClient[field]}
            error={faults[field]}
            onChange={(text) => {
              // Fields of a request are locked until its result is known.
              if (locked) return;
              setFaults({ ...faults, [field]: undefined });
              setStep(null);
              form.setValue('newClient', { ...newClient, [field]: text }, { shouldDirty: true });
            }}
          />
        ))}
      </div>
      <Question
        step={step}
        newClient={newClient}
        onClient={(one) => void run((way, now) => takeClient(way, now, one))}
        onNewClient={() => void run(registerClient)}
        onPet={onRegistered}
        onNewPet={() => void run(registerPet)}
      />
      <div className="flex flex-wrap items-center gap-2">
        {step?.kind === 'is-it-client' || step?.kind === 'is-it-pet' ? null : (
          <Button compact tone="primary" aria-disabled={busy} onClick={() => void run(register)}>
            {buttonText(step, client !== null)}
          </Button>
        )}
        <Button compact aria-disabled={locked} onClick={() => (locked ? undefined : onCancel())}>
          {t({ message: 'Cancel', comment: 'button: nothing is done' })}
        </Button>
        <p role="status" className="text-xs text-muted">
          {busy ? t`Registering…` : ''}
        </p>
      </div>
    </fieldset>
  );
}

function buttonText(step: Step | null, hasClient: boolean): string {
  if (step?.kind === 'lost') return t({ message: 'Find out', comment: 'whether a client or a pet was registered' });
  if (step?.kind === 'unchecked') return words.tryAgain;
  return hasClient ? t`Register pet` : t`Register client and pet`;
}

interface QuestionProps {
  step: Step | null;
  newClient: NewClientEntry;
  onClient: (client: ReceivedClient) => void;
  onNewClient: () => void;
  onPet: (pet: PetChoice) => void;
  onNewPet: () => void;
}

/** A question to the user, or what they have to know. */
function Question({ step, newClient, onClient, onNewClient, onPet, onNewPet }: QuestionProps) {
  switch (step?.kind) {
    case 'is-it-client':
      return (
        <div role="alert" className="flex flex-col gap-1.5 text-sm">
          {step.clients.map((client) => (
            <IsItClient key={client.id} client={client} onYes={() => onClient(client)} />
          ))}
          <div>
            <Button compact onClick={onNewClient}>
              {t`No, register a new client`}
            </Button>
          </div>
        </div>
      );
    case 'is-it-pet': {
      const client = newClient.client?.name ?? '';
      const newPet = newClient.petName;
      return (
        <div role="alert" className="flex flex-col gap-1.5 text-sm">
          <p>
            <Trans>
              <bdi className="font-medium">{client}</bdi> has these pets on file. Is it one of them?
            </Trans>
          </p>
          <div className="flex flex-wrap gap-2">
            {step.pets.map((pet) => (
              <Button
                key={pet.id}
                compact
                onClick={() => onPet({ ...pet, clientName: pet.clientName || (newClient.client?.name ?? '') })}
              >
                <bdi>{petText(pet)}</bdi>
              </Button>
            ))}
            <Button compact onClick={onNewPet}>
              <span>
                <Trans>
                  No, register <bdi>{newPet}</bdi>
                </Trans>
              </span>
            </Button>
          </div>
        </div>
      );
    }
    case 'refused': {
      const { error } = step;
      const advice = suggestionText(foreignWordsOf(error) ?? '');
      return (
        <div role="alert" className="flex flex-col gap-1 text-sm">
          <p className="text-danger">
            {error.status === 403 ? (
              t`You may not register clients and pets here. Register them in the practice system, then search again.`
            ) : isStorageFull(error) ? (
              reasonOf(error)
            ) : advice === '' ? (
              t`Not registered. The practice system refused it.`
            ) : (
              <Trans>
                Not registered. The practice system says: “<bdi lang="">{advice}</bdi>”
              </Trans>
            )}
          </p>
          <ErrorId id={errorIdOf(error)} />
        </div>
      );
    }
    case 'lost':
      return (
        <p role="alert" className="text-sm text-danger">
          {step.step === 'client'
            ? t`Could not find out whether the client was registered: the practice system does not answer. Nothing is registered twice.`
            : t`Could not find out whether the pet was registered: the practice system does not answer. Nothing is registered twice.`}
        </p>
      );
    case 'absent':
      return (
        <p role="alert" className="text-sm text-danger">
          {t`Not registered: the answer was lost, and they are not on file. Register them again.`}
        </p>
      );
    case 'unchecked':
      return (
        <p role="alert" className="text-sm text-danger">
          {t`Couldn’t check whether they are on file already. Nothing was registered.`}
        </p>
      );
    default:
      return null;
  }
}

/** Asks whether somebody who is on file already is meant. */
function IsItClient({ client, onYes }: { client: ReceivedClient; onYes: () => void }) {
  const { name } = client;
  const known = [client.name, client.phone, client.email].filter(Boolean).join(', ');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p>
        <Trans>
          Is this <bdi className="font-medium">{known}</bdi>?
        </Trans>
      </p>
      <Button compact onClick={onYes}>
        <span>
          <Trans>
            Yes, <bdi>{name}</bdi>
          </Trans>
        </span>
      </Button>
    </div>
  );
}

function petText({ name, species }: ReceivedPet): string {
  return name && species ? t({ message: `${name}, ${species}`, comment: 'a pet and its species' }) : name || species;
}

const MAX_FOUND = 50;

/** The ports of a registration in the browser. */
function createRegisterPorts(
  api: ApiClient,
  companyId: string,
  capabilities: Capabilities,
): Omit<RegisterPorts, 'keep'> {
  const look = () => ({ signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS), purpose: 'recheck' as const });
  const sending = (key: string | null) => ({
    signal: AbortSignal.timeout(CREATE_TIMEOUT_MS),
    ...(key === null ? {} : { idempotencyKey: key }),
  });
  return {
    companyId,
    capabilities,
    findClients: async (query) =>
      (await api.call(endpoints.listClients, { companyId, query, limit: MAX_FOUND }, look())).records,
    petsOf: async (clientId) => {
      const page = await api.call(endpoints.listPets, { companyId, clientId, limit: MAX_FOUND }, look());
      // An implementation may ignore the filter by owner.
      return page.records.filter((pet) => pet.clientId === clientId);
    },
    createClient: (client, key) => api.call(extensions.createClient, client, sending(key)),
    createPet: (pet, key) => api.call(extensions.createPet, pet, sending(key)),
    newKey: newId,
    clock: Date.now,
    sleep,
  };
}
