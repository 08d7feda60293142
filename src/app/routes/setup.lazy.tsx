import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FirstWeekday } from '#app/components/first-weekday.ts';
import { CalendarLink } from '#app/features/frame/links.tsx';
import { SetupScreen } from '#app/features/practice/setup/setup-screen.tsx';
import { chosenWeekday } from '#app/session/preferences.ts';

/** The page on which a practice is set up. The code of its link is taken out of the address, which others may see. */
export function Setup() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [code, setCode] = useState(hash);
  if (hash !== '' && hash !== code) setCode(hash);
  useEffect(() => {
    if (hash !== '') void navigate({ to: '/setup', hash: '', replace: true });
  }, [hash, navigate]);
  return (
    <FirstWeekday value={chosenWeekday}>
      <SetupScreen
        linkCode={decoded(code)}
        boardLink={(text) => <CalendarLink text={text} />}
        onBoard={(booking) => void navigate({ to: '/', search: booking ? { new: true } : {} })}
      />
    </FirstWeekday>
  );
}

/** The code as the terminal shows it; a link may have been shortened or escaped on its way. */
function decoded(code: string): string {
  try {
    return decodeURIComponent(code).trim();
  } catch {
    return code;
  }
}
