import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { companyName } from '#app/api/directory.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { keepInTab, savePreferences } from '#app/session/preferences.ts';
import { useDesk } from '#app/session/use-desk.ts';

/** The current company, with a list of the others; renders nothing if there is only one. */
export function CompanyChoice({ className }: { className: string }) {
  const { company, companies } = useDesk();
  const navigate = useNavigate();
  if (companies.length < 2) return null;
  function choose(companyId: string) {
    const place = { companyId, storeIds: [] };
    savePreferences(localStore, place);
    keepInTab(sessionStore, place);
    void navigate({ to: '/', search: { company: companyId } });
  }
  return (
    <span
      title={companyName(company)}
      className={`${className} relative has-focus-visible:outline-2 has-focus-visible:outline-accent`}
    >
      <Building2 aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
      <bdi aria-hidden="true" className="w-0 min-w-full truncate">
        {companyName(company)}
      </bdi>
      <select
        aria-label={t`Company`}
        value={company.id}
        onChange={({ target }) => choose(target.value)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      >
        {companies.map((one) => (
          <option key={one.id} value={one.id} dir="auto">
            {companyName(one)}
          </option>
        ))}
      </select>
    </span>
  );
}
