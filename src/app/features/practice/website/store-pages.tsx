import { t } from '@lingui/core/macro';
import { ExternalLink, TriangleAlert } from 'lucide-react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Checkbox } from '#app/components/checkbox.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { ConflictingValue } from '#app/editor/record-form.tsx';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { onOffText, Section } from '#app/features/practice/settings-form.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { factsText } from '#app/text/list-text.ts';
import type { ReceivedStore } from '#contract/received.ts';
import type { ReceivedBookingServer } from '#contract/received-online-booking.ts';
import {
  formatTypedSlug,
  pageAddress,
  type StoreInput,
  storeFieldName,
  storeInput,
  suggestSlug,
} from './booking-values.ts';
import { bookingObstacleText } from './online-booking-status.tsx';
import type { BookingSettingsForm } from './use-booking-settings.ts';

interface StorePagesProps {
  form: BookingSettingsForm;
  server: ReceivedBookingServer | null;
}

/** The fields that say which stores have a booking page, and at which address. */
export function StorePages({ form, server }: StorePagesProps) {
  return (
    <Section
      title={t({ message: 'Stores', comment: 'that have a page where clients request a time' })}
      text={t`Each store has a page of its own, which shows its free times.`}
    >
      <ul className="divide-y divide-line">
        {form.stores.map((store) => (
          <StorePage key={store.id} store={store} form={form} server={server} />
        ))}
      </ul>
    </Section>
  );
}

function StorePage({ store, form, server }: StorePagesProps & { store: ReceivedStore }) {
  const { company, session } = useDesk();
  const { stores } = usePractice();
  const name = storeFieldName(store);
  const { isOn, slug } = storeInput(form.input, store);
  const saved = storeInput(form.saved, store);
  const blocked = saved.isOn ? null : bookingObstacleText(server, session.demo);
  const publicUrl = server?.publicUrl ?? null;
  const address = publicUrl !== null && slug !== '' ? pageAddress(publicUrl, slug) : null;
  const isOpen = saved.isOn && saved.slug === slug;
  const title = isolateText(store.name);
  const change = (to: Partial<StoreInput>) => form.change(name, { isOn, slug, ...to });
  function switchOn() {
    const isNamed = store.name.toLowerCase().includes(company.name.toLowerCase());
    const names = stores.length === 1 ? [company.name] : isNamed ? [store.name] : [company.name, store.name];
    change({ isOn: true, slug: slug === '' ? suggestSlug(names) : slug });
  }
  return (
    <li className="flex flex-col gap-2 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex min-h-9 min-w-0 grow basis-48 items-center gap-3" title={blocked ?? undefined}>
          <Checkbox
            checked={isOn}
            disabled={blocked !== null && !isOn}
            onChange={(checked) => (checked ? switchOn() : change({ isOn: false }))}
          />
          <bdi className="min-w-0 font-medium wrap-anywhere">{store.name}</bdi>
        </label>
        {isOn && isOpen && address !== null ? (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 max-sm:ps-7">
            <CopyButton
              text={address}
              label={t({ message: 'Copy address', comment: 'button: of the page where clients request a time' })}
            />
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              aria-label={t`Open the page of ${title} (opens in a new tab)`}
              className="inline-flex min-h-7 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2 text-xs font-medium hover:bg-sunken"
            >
              {t`Open the page`}
              <ExternalLink aria-hidden="true" size={13} className="rtl:-scale-x-100" />
            </a>
          </div>
        ) : null}
      </div>
      {isOn ? (
        <div className="flex flex-col gap-2 ps-7">
          <TextField
            label={t({ message: 'Page address', comment: 'the end of it, which can be chosen' })}
            value={slug}
            onChange={(typed) => change({ slug: formatTypedSlug(typed) })}
            error={form.problems[name]}
            hint={
              address === null ? null : (
                <bdi dir="ltr" className="break-all">
                  {address}
                </bdi>
              )
            }
            className="w-full sm:max-w-md"
          />
          <MissingDetails store={store} />
        </div>
      ) : null}
      {form.conflicts.has(name) ? (
        <ConflictingValue
          field={store.name}
          value={factsText([onOffText(saved.isOn), saved.slug])}
          onTake={() => form.change(name, saved)}
        />
      ) : null}
    </li>
  );
}

/**
 * Says what is missing for the page of a store: opening hours, without which no time is offered, or a phone number for
 * emergencies.
 */
function MissingDetails({ store: { phone, openingHours } }: { store: ReceivedStore }) {
  const addresses = useAddresses();
  const lacking = [
    ...(openingHours.length === 0 ? [t`This store has no opening hours, so no time is offered.`] : []),
    ...(phone ? [] : [t`This store has no phone number, so the page can’t say whom to call in an emergency.`]),
  ];
  if (lacking.length === 0) return null;
  return (
    <div className="flex gap-1.5 text-warn">
      <TriangleAlert aria-hidden="true" size={15} className="mt-0.5 shrink-0" />
      <p>
        {lacking.join(' ')}{' '}
        <AppLink to={addresses.practice('stores')} className="font-medium underline">
          {t`Change this in Stores and hours`}
        </AppLink>
      </p>
    </div>
  );
}
