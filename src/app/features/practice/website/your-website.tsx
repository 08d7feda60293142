import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Select } from '#app/components/select.tsx';
import { TextArea } from '#app/components/text-field.tsx';
import { ConflictingValue } from '#app/editor/record-form.tsx';
import { Section } from '#app/features/practice/settings-form.tsx';
import { listText } from '#app/text/list-text.ts';
import type { ReceivedOnlineBooking } from '#contract/received-online-booking.ts';
import { iframeHtml, linkHtml } from './booking-values.ts';
import type { BookingSettingsForm } from './use-booking-settings.ts';

interface YourWebsiteProps {
  form: BookingSettingsForm;
  settings: ReceivedOnlineBooking;
  publicUrl: string | null;
}

/** The web sites that may show the page, and the lines of HTML for them. */
export function YourWebsite({ form, settings, publicUrl }: YourWebsiteProps) {
  const { input, saved, problems, conflicts, change } = form;
  const label = t`Web sites that may show the page`;
  return (
    <Section title={t({ message: 'Your web site', comment: 'of the practice' })}>
      <div className="flex flex-col gap-1.5 px-4 py-3">
        <TextArea
          label={label}
          hint={t`One per line, such as https://www.example.com. On any other site, a link to the page works.`}
          error={problems.origins}
          value={input.origins}
          onChange={(origins) => change('origins', origins)}
        />
        {conflicts.has('origins') ? (
          <ConflictingValue
            field={label}
            value={
              saved.origins === '' ? t({ message: 'none', context: 'web sites' }) : listText(saved.origins.split('\n'))
            }
            onTake={() => change('origins', saved.origins)}
          />
        ) : null}
      </div>
      <HtmlSnippets form={form} settings={settings} publicUrl={publicUrl} />
    </Section>
  );
}

/** The lines of HTML to paste, for a store whose page is on. */
function HtmlSnippets({ form, settings, publicUrl }: YourWebsiteProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const storesWithPage = form.stores.flatMap((store) => {
    const slug = settings.stores.find(({ storeId, isOn }) => isOn && storeId === store.id)?.slug;
    return slug ? [{ ...store, slug }] : [];
  });
  const store = storesWithPage.find(({ id }) => id === chosen) ?? storesWithPage[0];
  if (!store || publicUrl === null)
    return (
      <p className="border-t border-line px-4 py-3 text-muted">
        {t`The lines to paste into your web site appear here once a store is switched on and saved.`}
      </p>
    );
  const { slug } = store;
  const request = t({ message: 'Request an appointment', comment: 'a link on the web site of the practice' });
  return (
    <div className="flex flex-col gap-4 border-t border-line px-4 py-3">
      {storesWithPage.length > 1 ? (
        <Select
          label={t`Store`}
          className="w-full sm:w-72"
          options={storesWithPage.map(({ id, name }) => ({ value: id, label: name }))}
          value={store.id}
          onChange={setChosen}
        />
      ) : null}
      <HtmlSnippet
        label={t({ message: 'Embed the page in your web site', comment: 'lines of HTML follow' })}
        note={
          settings.origins.length === 0
            ? t`First enter your web site above and save. Otherwise browsers won’t show the page on your site.`
            : t`Paste both lines where the page should appear. The second gives it the right height.`
        }
        isReady={settings.origins.length > 0}
        text={iframeHtml(publicUrl, slug, request)}
      />
      <HtmlSnippet
        label={t({ message: 'Link to the page', comment: 'a line of HTML follows' })}
        note={t`Works on every web site.`}
        isReady
        text={linkHtml(publicUrl, slug, request)}
      />
    </div>
  );
}

interface HtmlSnippetProps {
  label: string;
  note: string;
  /** Whether the lines work now. If not, `note` says what is missing. */
  isReady: boolean;
  text: string;
}

function HtmlSnippet({ label, note, isReady, text }: HtmlSnippetProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-xs font-semibold">{label}</p>
        <CopyButton text={text} label={t({ message: 'Copy', comment: 'button: lines of HTML' })} />
      </div>
      <pre
        dir="ltr"
        className="select-all whitespace-pre-wrap wrap-anywhere rounded-md border border-line bg-sunken px-2.5 py-2 text-start text-xs"
      >
        <code>{text}</code>
      </pre>
      <p className={`text-xs ${isReady ? 'text-muted' : 'text-warn'}`}>{note}</p>
    </div>
  );
}
