import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fallbackNames } from '#app/api/directory.ts';
import { pagedListQuery } from '#app/api/queries.ts';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { useEditor } from '#app/editor/editor.ts';
import { partTitle } from '#app/features/practice/part-titles.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { texts } from '#app/text/shared-texts.ts';
import { instantText } from '#app/text/time-text.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import type { ReceivedPracticeChange } from '#contract/received-practice.ts';
import { changeText, fieldChangeTexts } from './history-text.ts';

/** Lists who changed what in the practice and when, newest first. */
export function HistoryPart() {
  const { api, companyId } = useEditor();
  const history = useInfiniteQuery(pagedListQuery(api, practiceCalls.listPracticeHistory, { companyId, limit: 50 }));
  const entries = history.data?.pages.flatMap((page) => page.records) ?? [];
  return (
    <div className="flex flex-col items-start gap-3">
      {history.isPending ? <p className="text-muted">{texts.loading}</p> : null}
      {history.data && entries.length === 0 ? (
        <p className="text-muted">{t`No changes yet. Every change to the practice is listed here.`}</p>
      ) : null}
      <ol
        aria-label={partTitle('history')}
        className="w-full divide-y divide-line rounded-lg border border-line bg-surface empty:hidden"
      >
        {entries.map((entry) => (
          <HistoryEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      {history.isError ? (
        <Failure
          look="danger"
          error={history.error}
          onRetry={() => void (history.data ? history.fetchNextPage() : history.refetch())}
        >{t`The history couldn’t be loaded.`}</Failure>
      ) : history.hasNextPage ? (
        <Button disabled={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t`Earlier changes`}
        </Button>
      ) : null}
    </div>
  );
}

function HistoryEntry({ entry }: { entry: ReceivedPracticeChange }) {
  const practice = usePractice();
  const { employees, zone } = practice;
  const who = employees.find(({ id }) => id === entry.employeeId)?.name;
  return (
    <li className="px-4 py-2">
      <p className="text-xs text-muted">
        {instantText(zone, Date.parse(entry.at))} ·{' '}
        <bdi>
          {entry.employeeId === null
            ? t({ message: 'On the server', comment: 'who changed it: whoever looks after it, by a command' })
            : (who ?? fallbackNames.staff(entry.employeeId))}
        </bdi>
      </p>
      <p className="font-medium break-words" dir="auto">
        {changeText(entry)}
      </p>
      {fieldChangeTexts(entry, practice).map((text) => (
        <p key={text} className="break-words text-muted" dir="auto">
          {text}
        </p>
      ))}
    </li>
  );
}
