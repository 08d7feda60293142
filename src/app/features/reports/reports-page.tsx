import { plural, t } from '@lingui/core/macro';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Download, RefreshCw } from 'lucide-react';
import { use } from 'react';
import { isTemporary } from '#app/api/api-error.ts';
import { type Directory, fallbackNames, staffName } from '#app/api/directory.ts';
import { saveFile } from '#app/browser/save-file.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { Button } from '#app/components/button.tsx';
import { DayChoice } from '#app/components/day-range.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { Failure } from '#app/components/failure.tsx';
import { FirstWeekdayContext } from '#app/components/first-weekday.ts';
import { IconButton } from '#app/components/icon-button.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { RowsSkeleton } from '#app/components/rows-skeleton.tsx';
import { DelayNotice } from '#app/days/delay-notice.tsx';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { useReference, useZonedStores } from '#app/session/use-desk.ts';
import { factsText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { reportColumns } from './columns.ts';
import { DailyChart } from './daily-chart.tsx';
import { type Grouping, groupings } from './groupings.ts';
import { CancellationReasons } from './reasons.tsx';
import { createReportFile } from './report-file.ts';
import { ReportNotes } from './report-notes.tsx';
import { ReportTable } from './report-table.tsx';
import type { ReportNumbers } from './reports.ts';
import {
  findPeriodProblem,
  MAX_DAYS,
  type Preset,
  presetOf,
  presets,
  type ReportPeriod,
  readReportPeriod,
} from './search-params.ts';
import { useReport } from './use-report.ts';

const presetTexts: Readonly<Record<Preset, string>> = translateOnRead({
  last7: () => t`Last 7 days`,
  week: () => t`This week`,
  lastWeek: () => t`Last week`,
  month: () => t`This month`,
  lastMonth: () => t`Last month`,
});

const groupingTexts: Readonly<Record<Grouping, string>> = translateOnRead({
  store: () => t({ message: 'Store', comment: 'a location of the practice' }),
  vet: () => t`Vet`,
  type: () => t`Visit type`,
});

const reportsApi = getRouteApi('/desk/reports');

/** The page that reports on the appointments of a range of days, by store, vet or visit type. */
export function ReportsPage() {
  useTitle(texts.reports);
  const search = reportsApi.useSearch();
  const navigate = useNavigate({ from: '/reports' });
  const { directory } = useReference();
  const stores = useZonedStores(directory.company.stores);
  const zone = stores[0]?.timeZone ?? directory.fallbackZone;
  const span = readReportPeriod(search, dateIn(zone, useMinute()), use(FirstWeekdayContext)());
  const problem = findPeriodProblem(span);
  const offered = groupings.filter((one) => one !== 'store' || stores.length > 1);
  const by = offered.find((one) => one === search.by) ?? offered[0] ?? 'vet';
  const onChange = (changes: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  return (
    <>
      <PageHeader title={texts.reports} />
      <main className="flex min-h-0 grow flex-col overflow-y-auto print:overflow-visible">
        <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-y border-line bg-surface px-3 py-2 print:hidden">
          <DayChoice
            presets={presets.map((value) => ({ value, label: presetTexts[value] }))}
            preset={presetOf(search)}
            onPreset={(when) => onChange({ when, from: undefined, to: undefined })}
            days={span}
            zone={zone}
            onChange={({ from, to }) => onChange({ from, to, when: undefined })}
          />
          <RadioChoice
            label={t({ message: 'By', comment: 'report by store, vet or visit type' })}
            look="segments"
            value={by}
            options={offered.map((value) => ({ value, label: groupingTexts[value] }))}
            onChange={(value) => onChange({ by: value })}
            className="flex items-center gap-2"
            labelClass="text-xs text-muted"
          />
        </div>
        {problem === null ? (
          <PeriodReport {...{ span, by, directory }} />
        ) : (
          <EmptyState
            title={
              problem === 'order'
                ? t`The last day is before the first day.`
                : t`Choose at most ${plural(MAX_DAYS, { one: '# day', other: '# days' })}.`
            }
          />
        )}
      </main>
    </>
  );
}

interface PeriodReportProps {
  span: ReportPeriod;
  by: Grouping;
  directory: Directory;
}

function PeriodReport({ span, by, directory }: PeriodReportProps) {
  const { report, has, isReading, failed, isLoading, unreadable, refresh, ...amount } = useReport(span, by, directory);
  const columns = reportColumns(has);
  const heading = groupingTexts[by];
  const rows = report?.rows.map((row) => ({ ...row, name: nameOf[by](row.id, directory) })) ?? [];
  const delays = failed.map(({ error }) => error).filter(isTemporary);
  const permanent = failed.filter(({ error }) => !isTemporary(error));

  function saveReport() {
    if (report === null) return;
    const name = t({ message: 'report', comment: 'The name of a saved file, without spaces.' });
    const file = createReportFile({ heading, columns, rows, total: report.total, hasReasons: has.history });
    saveFile(`${name}-${span.from}-${span.to}.csv`, 'text/csv;charset=utf-8', file);
  }

  return (
    <div className="flex flex-col pb-6" aria-busy={isLoading}>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1">
        <p className="text-sm font-medium tabular-nums" role="status">
          {report ? summaryText(report.total) : failed.length > 0 ? '' : texts.loading}
        </p>
        {isLoading && failed.length === 0 ? <progress aria-label={texts.loading} className="w-28" /> : null}
        <div className="ms-auto flex items-center gap-1.5 print:hidden">
          <IconButton
            label={t({ message: 'Refresh', context: 'verb: loads the list again' })}
            icon={RefreshCw}
            disabled={isLoading}
            onClick={refresh}
          />
          <Button compact disabled={report === null || isLoading} aria-label={t`Export as CSV`} onClick={saveReport}>
            <Download aria-hidden="true" size={14} /> CSV
          </Button>
        </div>
      </div>
      <div className="mx-3 mb-2 empty:hidden">
        <DelayNotice delays={delays} />
        {permanent.length > 0 ? (
          <Failure
            look="warning"
            error={permanent[0]?.error}
            onRetry={() => {
              for (const { retry } of permanent) retry();
            }}
          >
            {report ? t`Some of the numbers couldn’t be loaded.` : t`The report couldn’t be loaded.`}
          </Failure>
        ) : null}
      </div>
      {amount.isTooLong ? (
        <EmptyState title={t`Too many appointments`}>
          <p>{t`There are too many appointments on these days to load from this practice system. Choose fewer days.`}</p>
        </EmptyState>
      ) : report && report.rows.length === 0 ? (
        <EmptyState title={t`No appointments on these days`} />
      ) : report ? (
        <>
          <DailyChart span={span} days={report.days} />
          <ReportTable
            caption={t({ message: `Report by ${heading}`, comment: 'by store, by vet, by visit type' })}
            {...{ heading, columns, rows, total: report.total, isReading }}
          />
          <div className="flex max-w-3xl flex-col gap-3 px-3 pt-4">
            {has.history ? <CancellationReasons numbers={report.total} /> : null}
            <ReportNotes {...{ unreadable, has, undated: report.total.undated }} />
          </div>
        </>
      ) : failed.length === 0 ? (
        <RowsSkeleton />
      ) : null}
    </div>
  );
}

const nameOf: Readonly<Record<Grouping, (id: string | null, directory: Directory) => string>> = {
  store: (id, { company }) =>
    id === null ? texts.noStore : company.stores.find((store) => store.id === id)?.name || fallbackNames.store(id),
  vet: (id, directory) => (id === null ? texts.unassigned : staffName(id, directory)),
  type: (id, { types }) => (id === null ? texts.noType : types.get(id)?.name || fallbackNames.type(id)),
};

function summaryText({ booked, upcoming }: ReportNumbers): string {
  const all = t`${plural(booked, { one: '# appointment', other: '# appointments' })}`;
  if (!upcoming) return all;
  return factsText([all, t`${plural(upcoming, { one: '# still to come', other: '# still to come' })}`]);
}
