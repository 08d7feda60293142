import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { companyName } from '#app/api/directory.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { Menu, MenuChoice } from '#app/components/menu.tsx';
import { savePlace } from '#app/session/preferences.ts';
import { useDesk } from '#app/session/use-desk.ts';

/** The current company, with a menu of all; renders nothing if there is only one. */
export function CompanyChoice({ className }: { className: string }) {
  const { company, companies } = useDesk();
  const navigate = useNavigate();
  if (companies.length < 2) return null;
  const name = companyName(company);
  const label = t`Company`;
  function choose(companyId: string) {
    savePlace(localStore, sessionStore, { companyId, storeIds: [] });
    void navigate({ to: '/', search: { company: companyId } });
  }
  return (
    <Menu
      label={label}
      trigger={
        <button type="button" aria-label={`${label}: ${name}`} title={name} className={className}>
          <Building2 aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
          <bdi className="w-0 min-w-full truncate">{name}</bdi>
        </button>
      }
    >
      <MenuChoice
        label={label}
        value={company.id}
        options={companies.map((one) => ({ value: one.id, content: <bdi>{companyName(one)}</bdi> }))}
        onChoose={choose}
      />
    </Menu>
  );
}
