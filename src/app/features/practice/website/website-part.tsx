import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { onlineBookingQueries, SlugTakenError } from '#app/api/online-booking.ts';
import { Failure } from '#app/components/failure.tsx';
import { RowsSkeleton } from '#app/components/rows-skeleton.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { useEditor } from '#app/editor/editor.ts';
import { savedText } from '#app/editor/use-record-form.ts';
import { partTitle } from '#app/features/practice/part-titles.ts';
import { SaveBar } from '#app/features/practice/settings-form.tsx';
import type { ReceivedBookingServer, ReceivedOnlineBooking } from '#contract/received-online-booking.ts';
import { OfferedTimes } from './offered-times.tsx';
import { OfferedTypes } from './offered-types.tsx';
import { OnlineBookingStatus } from './online-booking-status.tsx';
import { StorePages } from './store-pages.tsx';
import { TurnedAwaySection } from './turned-away-section.tsx';
import { useBookingSettings } from './use-booking-settings.ts';
import { YourWebsite } from './your-website.tsx';

/** The settings of the booking pages, on which clients request appointments. The pages are off at first. */
export function WebsitePart() {
  const { api, companyId, offered } = useEditor();
  const settings = useQuery(onlineBookingQueries.settings(api, companyId));
  const hasServer = offered('getBookingServer') !== undefined;
  const server = useQuery({ ...onlineBookingQueries.server(api, companyId), enabled: hasServer });
  const failed = [settings, server].find(({ isError }) => isError);
  if (settings.data && (server.data || !hasServer))
    return <BookingSettings settings={settings.data} server={server.data ?? null} />;
  if (failed)
    return (
      <Failure
        look="danger"
        error={failed.error}
        onRetry={() => void Promise.all([settings.refetch(), ...(hasServer ? [server.refetch()] : [])])}
      >
        {t`The settings couldn’t be loaded.`}
      </Failure>
    );
  return <RowsSkeleton />;
}

interface BookingSettingsProps {
  settings: ReceivedOnlineBooking;
  /** Which parts of the server are set up; null if the practice system doesn't say. */
  server: ReceivedBookingServer | null;
}

function BookingSettings({ settings, server }: BookingSettingsProps) {
  const { offered } = useEditor();
  const form = useBookingSettings(settings);
  const save = () =>
    form.save({ onSaved: () => showNotice({ tone: 'ok', title: partTitle('website'), text: savedText() }) });
  return (
    <form
      ref={form.form}
      noValidate
      aria-label={partTitle('website')}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="flex flex-col gap-6"
    >
      <OnlineBookingStatus settings={settings} server={server} />
      <StorePages form={form} server={server} />
      <OfferedTypes form={form} />
      <OfferedTimes form={form} />
      <YourWebsite form={form} settings={settings} publicUrl={server?.publicUrl ?? null} />
      {offered('countTurnedAway') ? <TurnedAwaySection /> : null}
      <SaveBar
        isChanged={form.isChanged}
        isSaving={form.isSaving}
        error={form.error instanceof SlugTakenError ? null : form.error}
        onRetry={save}
        onDiscard={form.discard}
      />
    </form>
  );
}
