// From a new store to its first paid order, one thing per screen. Each screen has an address; without one it goes on where it was left.
import { Navigate, useParams } from 'react-router-dom';
import { ApiError } from '../../../data/request.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { StaffShell } from '../../../data/staff/session/shell.tsx';
import { deviceTheme, useStaffTheme } from '../../../data/staff/session/theme.ts';
import { useTitle } from '../../../ui/title.ts';
import { AccountStep } from './account-step.tsx';
import { EndScreen } from './end-screen.tsx';
import { HoursStep } from './hours-step.tsx';
import { MenuStep } from './menu-step.tsx';
import { OwnerScreen } from './owner-screen.tsx';
import { PixStep } from './pix-step.tsx';
import { PrinterStep } from './printer-step.tsx';
import { RestoreScreen } from './restore-screen.tsx';
import { ShopStep } from './shop-step.tsx';
import { SiteStep } from './site-step.tsx';
import {
  END_SLUG,
  FIRST_RUN_PATH,
  nextSlug,
  RESTORE_SLUG,
  SCREENS,
  useFirstRun,
  type Progress,
} from './steps.ts';

export default function FirstRunPage() {
  useTitle('Primeiros passos');
  const { slug = '' } = useParams();
  useStaffTheme('admin', deviceTheme());
  const setup = useLoaded('GET /api/setup');
  // The relay knows nothing of it: who comes over the site has an account already.
  const elsewhere = setup.error instanceof ApiError && setup.error.status === 404;
  if (setup.value === null && !elsewhere)
    return (
      <main className="mx-auto w-full max-w-md px-5 py-8">
        <Loaded of={setup} rows={4} />
      </main>
    );
  if (setup.value?.needed === true)
    return slug === RESTORE_SLUG ? (
      <RestoreScreen onOver={setup.reload} />
    ) : (
      <OwnerScreen onMade={() => void setup.reload()} />
    );
  return (
    <StaffShell roles={['ADMIN']}>
      <Steps />
    </StaffShell>
  );
}

function Steps() {
  const { slug = '' } = useParams();
  const first = useFirstRun();
  const { value, reload, choose } = first;
  if (value === null)
    return (
      <main className="mx-auto w-full max-w-2xl px-5 py-8">
        <Loaded of={first} rows={4} />
      </main>
    );
  const progress: Progress = { value, reload, skip: (step) => choose({ skip: step }) };
  if (slug === END_SLUG) return <EndScreen progress={progress} />;
  const screen = SCREENS.find((one) => one.slug === slug)?.id;
  if (screen === undefined) return <Navigate to={`${FIRST_RUN_PATH}/${nextSlug(value, null)}`} replace />;
  switch (screen) {
    case 'shop':
      return <ShopStep progress={progress} />;
    case 'hours':
      return <HoursStep progress={progress} />;
    case 'menu':
      return <MenuStep progress={progress} />;
    case 'printer':
      return <PrinterStep progress={progress} />;
    case 'site':
      return <SiteStep progress={progress} />;
    case 'account':
      return <AccountStep progress={progress} />;
    case 'pix':
      return <PixStep progress={progress} />;
  }
}
