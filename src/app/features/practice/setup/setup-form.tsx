import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Controller, type UseFormReturn, useForm, useFormState, useWatch } from 'react-hook-form';
import { useApi } from '#app/api/api-client.ts';
import { retryDelay } from '#app/api/api-error.ts';
import { isSetupOpen, setUpPractice, setupQueries } from '#app/api/desk-setup.ts';
import { takeSession } from '#app/api/session.ts';
import { localStore } from '#app/browser/storage.ts';
import { Button } from '#app/components/button.tsx';
import { useKeptFocus } from '#app/components/dialog.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { HoursField } from '#app/features/practice/fields/hours-field.tsx';
import { PersonFields } from '#app/features/practice/fields/person-fields.tsx';
import { ZoneField } from '#app/features/practice/fields/zone-field.tsx';
import { CalendarLink } from '#app/session/links.tsx';
import { words } from '#app/text/shared-texts.ts';
import type { DeskSetUp, DeskSetup, SetupOffer } from '#contract/desk-setup.ts';
import type { PracticeSetup } from '#contract/practice-setup.ts';
import { BoardPreview } from './board-preview.tsx';
import { CodeField, SetupOutcome } from './setup-code.tsx';
import { forgetSetupDraft, keepSetupDraft, type SetupDraft } from './setup-draft.ts';
import { PeopleRows, RoomRows, VisitTypeRows } from './setup-rows.tsx';
import { type SetupValues, setupSchema, setupTitle, usualValues } from './setup-values.ts';

/** The form of a set-up for react-hook-form: what was typed in, the practice out. */
type SetupFormState = UseFormReturn<SetupValues, unknown, PracticeSetup>;

interface SetupFormProps {
  draft: SetupDraft & { restored: boolean };
  offer: SetupOffer;
  linkCode: string;
  onWrongCode: () => void;
  onDone: (practice: string, answer: DeskSetUp) => void;
}

/** What a practice consists of, with usual values, beside a look at its board. */
export function SetupForm({ draft, offer, linkCode, onWrongCode, onDone }: SetupFormProps) {
  const form: SetupFormState = useForm<SetupValues, unknown, PracticeSetup>({
    resolver: zodResolver(setupSchema),
    defaultValues: draft.values,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { control } = form;
  const { errors, isSubmitted, submitCount } = useFormState({ control });
  const watched = useWatch({ control });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are another object whenever one of them changes.
  const values = useMemo(() => form.getValues(), [form, watched]);
  const [code, setCode] = useState(linkCode);
  const [followed, setFollowed] = useState(linkCode);
  if (followed !== linkCode) {
    setFollowed(linkCode);
    if (linkCode !== '') setCode(linkCode);
  }
  const [isOpen, setIsOpen] = useState(draft.open);
  const [restored, setRestored] = useState(draft.restored && !draft.open);
  const [page, setPage] = useState<HTMLElement | null>(null);
  useKeptFocus(page);
  const settingUp = useSetUp(({ practice }, answer) => {
    forgetSetupDraft(localStore);
    onDone(practice.name, answer);
  });
  const codeField = useRef<HTMLInputElement>(null);
  const isLocked = isOpen || settingUp.isPending;

  useEffect(() => keepSetupDraft(localStore, { id: draft.id, values, open: isOpen }), [draft.id, values, isOpen]);

  function open(next: boolean) {
    setIsOpen(next);
    // Before anything is sent, since a reload may come at any time.
    keepSetupDraft(localStore, { id: draft.id, values: form.getValues(), open: next });
  }

  function send(practice: PracticeSetup) {
    if (settingUp.isPending) return;
    if (code.trim() === '') return codeField.current?.focus();
    open(true);
    settingUp.mutate(
      { id: draft.id, code: code.trim(), practice, demo: form.getValues('demo') },
      {
        onError: (error) => {
          if (isSetupOpen(error)) return;
          open(false);
          onWrongCode();
        },
      },
    );
  }
  const submit = form.handleSubmit(send);

  // What is wrong is marked once the form has told it.
  useEffect(() => {
    if (submitCount > 0) page?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, page]);

  function startOver() {
    form.reset(usualValues());
    setRestored(false);
  }
  const rows = { control, isSubmitted };
  return (
    <main ref={setPage} className="h-full overflow-y-auto bg-ground text-sm">
      <div className="mx-auto grid w-full max-w-6xl gap-x-6 gap-y-4 px-3 pt-4 pb-8 lg:grid-cols-[minmax(0,46rem)_minmax(0,1fr)]">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 lg:col-span-2">
          <div>
            <h1 className="text-2xl font-semibold">{setupTitle()}</h1>
            <p className="text-muted">
              {t`Your name and that of the practice are enough to begin. Everything else is as most have it, and can be changed later.`}
            </p>
          </div>
          {offer.setUp === 'beside_demo' ? <CalendarLink text={t`Back to the demo`} /> : null}
        </div>
        <form
          noValidate
          className="flex min-w-0 flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {restored ? (
            <div className="flex items-center justify-between gap-2 rounded-md bg-accent-soft px-3 py-1">
              <p>{t`What you typed here before is back.`}</p>
              <Button compact tone="quiet" onClick={startOver}>
                {t`Begin anew`}
              </Button>
            </div>
          ) : null}
          <fieldset disabled={isLocked} className="flex min-w-0 flex-col gap-4">
            <legend className="sr-only">{setupTitle()}</legend>
            <Group title={words.practice}>
              <div className="grid items-start gap-3 sm:grid-cols-2">
                <Controller
                  control={control}
                  name="name"
                  render={({ field, fieldState }) => (
                    <TextField {...field} label={t`Name of the practice`} error={fieldState.error?.message} />
                  )}
                />
                <Controller
                  control={control}
                  name="zone"
                  render={({ field }) => (
                    <ZoneField
                      label={t`Time zone`}
                      value={field.value}
                      onChange={field.onChange}
                      unmatched={values.zoneUnmatched}
                      onUnmatched={(typed) => form.setValue('zoneUnmatched', typed)}
                      error={errors.zone?.message}
                    />
                  )}
                />
              </div>
            </Group>
            <Group title={t`You`} about={t`You manage the practice, and are signed in at the end.`}>
              <Controller
                control={control}
                name="you"
                render={({ field }) => (
                  <PersonFields
                    labelled
                    manages
                    value={field.value}
                    onChange={(you) => field.onChange({ ...field.value, ...you })}
                    showFaults={isSubmitted}
                  />
                )}
              />
            </Group>
            <Group title={t`Opening hours`}>
              <Controller
                control={control}
                name="hours"
                render={({ field }) => (
                  <HoursField
                    label={t`Opening hours`}
                    value={field.value}
                    onChange={field.onChange}
                    showFaults={isSubmitted}
                  />
                )}
              />
            </Group>
            <Group title={t`Rooms`} about={t`The columns of your board, in this order.`} fault={errors.rooms?.message}>
              <RoomRows {...rows} />
            </Group>
            <Group
              title={t`Visit types`}
              about={t`What can be booked, and how long it usually takes.`}
              fault={errors.visitTypes?.message}
            >
              <VisitTypeRows {...rows} />
            </Group>
            <Group
              title={t`Others who work here`}
              about={t`Each gets a key to sign in with. Vets appear on the board. More can follow later.`}
            >
              <PeopleRows {...rows} />
            </Group>
            {offer.setUp === 'beside_demo' ? (
              <Group title={t`Demo practice`}>
                <Controller control={control} name="demo" render={({ field }) => <DemoChoice {...field} />} />
              </Group>
            ) : null}
          </fieldset>
          <Group title={t`Code`}>
            <CodeField
              ref={codeField}
              value={code}
              onChange={setCode}
              fromLink={linkCode !== '' && code === linkCode}
              isMissing={isSubmitted && code.trim() === ''}
              error={settingUp.isPending ? null : settingUp.error}
            />
            <div className="mt-4 flex flex-wrap items-center gap-3">
              <Button type="submit" tone="primary" aria-disabled={settingUp.isPending}>
                {isOpen && !settingUp.isPending ? words.tryAgain : t`Set up practice`}
              </Button>
              <SetupOutcome
                isPending={settingUp.isPending}
                failures={settingUp.failureCount}
                isOpen={isOpen}
                error={settingUp.error}
                hasFaults={isSubmitted && Object.keys(errors).length > 0}
              />
            </div>
          </Group>
        </form>
        <div className="min-w-0 lg:sticky lg:top-4 lg:self-start">
          <BoardPreview values={values} />
        </div>
      </div>
    </main>
  );
}

interface GroupProps {
  title: string;
  about?: string;
  fault?: string | undefined;
  children: ReactNode;
}

function Group({ title, about, fault, children }: GroupProps) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface px-4 pt-2.5 pb-4">
      <h2 className="font-semibold">{title}</h2>
      {about ? <p className="text-xs text-muted">{about}</p> : null}
      <div className="pt-2">{children}</div>
      {fault ? (
        <p role="alert" className="pt-1 text-xs text-danger">
          {fault}
        </p>
      ) : null}
    </section>
  );
}

function DemoChoice({ name, value, onChange }: { name: string; value: string; onChange: (value: string) => void }) {
  const options = [
    { value: 'remove', label: t`Remove the demo practice, with all that was booked in it` },
    { value: 'keep', label: t`Keep it: those who are signed in to your practice do not see it` },
  ];
  return (
    <div role="radiogroup" aria-label={t`Demo practice`}>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-8 items-center gap-2">
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="size-4 shrink-0 accent-(--accent)"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

const TRIES = 3;

/**
 * Sets a practice up and signs its first person in. An answer that was lost is asked for again, which sets nothing up twice.
 */
function useSetUp(onDone: (setup: DeskSetup, answer: DeskSetUp) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (setup: DeskSetup) => setUpPractice(api, setup),
    // The answer has keys in it.
    gcTime: 0,
    retry: (failures, error) => isSetupOpen(error) && failures + 1 < TRIES,
    retryDelay,
    onSuccess: async (answer, setup) => {
      onDone(setup, answer);
      await takeSession(api, queryClient, answer.session);
      queryClient.setQueryData(setupQueries.offer(api).queryKey, { setUp: null, timeZone: null });
    },
  });
}
