import { t } from '@lingui/core/macro';
import { UserRoundPlus, UserRoundSearch } from 'lucide-react';
import { useAddresses } from '#app/addresses/addresses.ts';
import type { PossibleClient, SharedDetail } from '#app/api/possible-clients.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Failure } from '#app/components/failure.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { listText } from '#app/text/list-text.ts';
import { requesterName } from '#app/text/online-request-text.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import { useRequester } from './requester.ts';

interface RequesterChoiceProps {
  request: ReceivedOnlineRequest;
  /** Whether to look for possible clients now: each lookup costs requests of the shared budget. */
  isSeen: boolean;
  /** Whether someone tried to book the request before choosing who sent it. */
  isAsked: boolean;
  tabIndex?: 0 | -1;
}

/** Lists the clients who may have sent a request, and asks which of them it was, if any, and for which pet. */
export function RequesterChoice({ request, isSeen, isAsked, tabIndex = 0 }: RequesterChoiceProps) {
  const { requester, clients, isLooking, isFailed, retry, may, chooseClient, choosePet } = useRequester(request, {
    enabled: isSeen,
  });
  const name = isolateText(requesterName(request));
  const pet = isolateText(request.petName);
  if (isLooking)
    return (
      <p role="status" className="flex min-h-7 items-center gap-1.5 text-muted">
        <UserRoundSearch aria-hidden="true" size={14} className="shrink-0" />
        {t`Checking whether ${name} is on file…`}
      </p>
    );
  const [first, ...others] = clients;
  const found = first ? isolateText(first.name) : null;
  const newClient = { value: null, label: t`New client` };
  const canDecide = first !== undefined || isFailed;
  return (
    <div
      className={`flex flex-col gap-y-1.5 ${requester === null ? '-ms-3 -my-2 rounded-s-md border-s-3 border-warn py-2 ps-2.25' : ''}`}
    >
      {isFailed ? <Failure onRetry={retry}>{t`Couldn’t check whether ${name} is on file.`}</Failure> : null}
      {clients.map((client) => (
        <PossibleClientLine key={client.id} client={client} tabIndex={tabIndex} />
      ))}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1.5">
        {canDecide ? (
          <RadioChoice
            {...choiceStyle}
            tabIndex={tabIndex}
            label={found !== null && others.length === 0 ? t`Is this ${found}?` : t`Who is this?`}
            value={requester ? (requester.client?.id ?? null) : undefined}
            options={[
              ...clients.map((client) => ({
                value: client.id,
                label:
                  others.length === 0
                    ? t({ message: 'Yes', comment: 'after “Is this Anna Berg?”' })
                    : optionText(client, clients),
              })),
              ...(may.registerClient ? [newClient] : []),
            ]}
            onChange={chooseClient}
          />
        ) : null}
        {requester?.client && (requester.client.pets.length > 0 || !may.registerPet) ? (
          <RadioChoice
            {...choiceStyle}
            tabIndex={tabIndex}
            label={t({ message: 'Pet', comment: 'which pet of the client an appointment is for' })}
            value={requester.pet?.id ?? (may.registerPet ? null : undefined)}
            options={[
              ...requester.client.pets.map(({ id, name: petName }) => ({ value: id, label: petName })),
              ...(may.registerPet ? [{ value: null, label: t`New pet: ${pet}` }] : []),
            ]}
            onChange={choosePet}
          />
        ) : null}
      </div>
      {requester === null ? null : <RegistrationLine {...{ requester, may, name, pet }} />}
      <p role="alert" className="font-semibold text-danger empty:hidden">
        {isAsked && requester === null ? t`First choose who this is.` : ''}
      </p>
    </div>
  );
}

const choiceStyle = {
  look: 'chips',
  className: 'flex flex-wrap items-center gap-x-2.5 gap-y-1.5',
  labelClass: 'font-semibold',
} as const;

const sharedDetailTexts: Readonly<Record<SharedDetail, string>> = translateOnRead({
  email: () => t({ message: 'same e-mail address', comment: 'what a client on file has in common with a request' }),
  phone: () => t({ message: 'same phone number', comment: 'what a client on file has in common with a request' }),
  name: () => t({ message: 'same name', comment: 'what a client on file has in common with a request' }),
});

/** A client on file, with the details that match the request, and the client's pets. */
function PossibleClientLine({ client, tabIndex }: { client: PossibleClient; tabIndex: 0 | -1 }) {
  const addresses = useAddresses();
  const { id, name, shared, pets } = client;
  return (
    <p className="break-words">
      <AppLink to={addresses.client(id)} tabIndex={tabIndex} className="font-semibold underline">
        <bdi>{name}</bdi>
      </AppLink>{' '}
      <span className="text-muted">
        <InlineTexts
          of={[listText(shared.map((detail) => sharedDetailTexts[detail])), listText(pets.map((pet) => pet.name))]}
        />
      </span>
    </p>
  );
}

/** The name of a client, followed by the phone number if another client has the same name. */
function optionText({ id, name, phone }: PossibleClient, all: readonly PossibleClient[]): string {
  const isNameTwice = all.some((other) => other.id !== id && other.name === name);
  return isNameTwice && phone !== null ? `${name}, ${phone}` : name;
}

interface RegistrationLineProps {
  requester: NonNullable<ReturnType<typeof useRequester>['requester']>;
  may: ReturnType<typeof useRequester>['may'];
  name: string;
  pet: string;
}

/** Says who will be registered with the booking, or that the person may not register them. */
function RegistrationLine({ requester: { client, pet: known }, may, name, pet }: RegistrationLineProps) {
  if (known) return null;
  const isRefused = !may.registerPet || (client === null && !may.registerClient);
  return (
    <p className={`flex items-center gap-1.5 ${isRefused ? 'font-semibold text-warn' : 'text-muted'}`}>
      <UserRoundPlus aria-hidden="true" size={14} className="shrink-0" />
      {isRefused
        ? t`You can’t register new clients and pets. Ask a colleague to book this.`
        : client === null
          ? t`${name} and ${pet} are new and will be registered when you book.`
          : t`${pet} is new and will be registered when you book.`}
    </p>
  );
}
