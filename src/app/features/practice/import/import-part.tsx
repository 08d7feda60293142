import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { importRecords } from '#app/api/practice.ts';
import { invalidate } from '#app/api/queries.ts';
import { enumQueries } from '#app/api/reference.ts';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import { LeaveGuard } from '#app/components/leave-dialog.tsx';
import { useEditor } from '#app/editor/editor.ts';
import { type Practice, usePractice } from '#app/features/practice/practice-context.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { listText } from '#app/text/list-text.ts';
import { calls } from '#contract/calls.ts';
import { appointmentStatuses } from '#contract/enums.ts';
import type { ExistingPractice } from '#import/plan.ts';
import { splitName } from '#import/planning/names.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';
import { DropFiles } from './drop-files.tsx';
import { FileCard as OneFile } from './file-card.tsx';
import { type ImportJob, openImportJob } from './import-job.ts';
import { ImportOptions } from './import-options.tsx';
import { PREVIEW_HEADING_ID, Preview } from './preview.tsx';
import { ImportProgress } from './progress.tsx';
import { WordChoices } from './word-choices.tsx';

/** Imports data that another program has exported, after a preview. */
export function ImportPart() {
  const { company, session } = useDesk();
  const owner = `${session.person}.${company.id}`;
  return <ImportScreen key={owner} owner={owner} />;
}

/** The length of a visit type if the practice system does not report one, in minutes. */
const USUAL_MINUTES = 30;

/** Memoized because a card has many fields, and an import reports its progress often. */
const FileCard = memo(OneFile);

/** Converts the practice's records to the form in which the import compares files with them. */
function toExistingPractice({
  stores,
  employees,
  types,
  zone,
}: Pick<Practice, 'stores' | 'employees' | 'types' | 'zone'>): ExistingPractice {
  return {
    stores: stores.map((store) => ({ ...store, timeZone: zoneOfStore(store, zone) })),
    types: types.map((type) => ({ ...type, durationMinutes: type.durationMinutes ?? USUAL_MINUTES })),
    employees: employees.map((employee) => ({ ...employee, ...(employee.managed ?? splitName(employee.name)) })),
  };
}

/**
 * Returns the person's import job, and supplies it with the API and the practice's current records while this screen is open.
 */
function useImportJob(owner: string): ImportJob {
  const queryClient = useQueryClient();
  const { stores, employees, types, zone } = usePractice();
  const { api, companyId, send, refresh } = useEditor();
  const [job] = useState(() => openImportJob(owner, stores[0]?.id ?? ''));
  useEffect(
    () =>
      job.connect({
        companyId,
        send: (part, signal) => send(() => importRecords(api, part, { signal })),
        onWritten() {
          void refresh();
          void invalidate(queryClient, calls.listPets, calls.listClients, calls.searchAppointments);
        },
      }),
    [job, api, companyId, send, refresh, queryClient],
  );
  useEffect(
    () => job.compareWith(toExistingPractice({ stores, employees, types, zone })),
    [job, stores, employees, types, zone],
  );
  // A check writes nothing, so it is stopped when the screen closes.
  useEffect(() => () => (job.state().running?.isDryRun ? job.stop() : undefined), [job]);
  return job;
}

function useStatusOptions() {
  const { api, companyId } = useEditor();
  const { data } = useQuery(enumQueries.ofCompany(api, companyId));
  const statuses = createEnumDisplays(data, 'APPOINTMENT_STATUS');
  return appointmentStatuses.map((value) => ({ value, label: statuses.of(value).label }));
}

function ImportScreen({ owner }: { owner: string }) {
  const job = useImportJob(owner);
  const state = useSyncExternalStore(job.subscribe, job.state);
  const statuses = useStatusOptions();
  const { files, read, map, plan, running } = state;
  const isImporting = running?.isDryRun === false;
  const wasRunning = useRef(false);
  useEffect(() => {
    const isFinished = wasRunning.current && running === null;
    wasRunning.current = running !== null;
    // The focused button no longer exists, so the heading of the content that has replaced it gets the focus.
    if (!isFinished || document.activeElement !== document.body) return;
    const heading = document.getElementById(PREVIEW_HEADING_ID);
    heading?.focus();
    heading?.scrollIntoView();
  }, [running]);
  const onFiles = (dropped: readonly File[]) => job.add(dropped);
  return (
    <div className="flex flex-col gap-6">
      {files.length === 0 ? (
        <p className="text-muted">
          {t`Import clients, pets, people and appointments from another program’s files. You’ll see what would change before anything is saved.`}
        </p>
      ) : null}
      <fieldset disabled={isImporting} className="contents">
        <div className="flex flex-col gap-3">
          <DropAgainNotice names={state.droppedBefore} />
          <DropFiles isFurther={files.length > 0} isDisabled={isImporting} onFiles={onFiles} />
          {files.map((file) => (
            <FileCard
              key={file.name}
              file={file}
              read={read.get(file.name)}
              chosen={map.files?.[file.name]}
              job={job}
              isDisabled={isImporting}
            />
          ))}
        </div>
        {plan && plan.words.length > 0 ? (
          <ImportSection
            title={t({ message: 'Names in the files', comment: 'a heading: people, rooms, visit types …' })}
          >
            <WordChoices words={plan.words} {...{ state, job, statuses }} />
          </ImportSection>
        ) : null}
        {plan && [...read.values()].some((file) => file && !file.isExport) ? (
          <ImportSection
            title={t({ message: 'Options for all files', comment: 'a heading: choices that hold for all files' })}
          >
            <ImportOptions settings={state.settings} job={job} />
          </ImportSection>
        ) : null}
      </fieldset>
      {running && isImporting ? <ImportProgress running={running} job={job} /> : <Preview state={state} job={job} />}
      <LeaveGuard
        isActive={isImporting}
        isPartOfPage
        title={t`Leave during the import?`}
        leave={t`Stop and leave`}
        onLeave={job.stop}
      >
        <p>{t`The import will stop. The records imported so far are kept, and you can import the rest later.`}</p>
      </LeaveGuard>
    </div>
  );
}

function ImportSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Names the files that were dropped before the page was reloaded, because browsers do not keep dropped files. */
function DropAgainNotice({ names }: { names: readonly string[] }) {
  const list = listText(names.map(isolateText));
  return names.length === 0 ? null : (
    <p role="status" className="rounded-md bg-warn-soft px-3 py-2 break-words text-warn">
      {t({
        message: `Drop these files again to continue: ${list}. Your choices have been saved.`,
        comment: 'names of files',
      })}
    </p>
  );
}
