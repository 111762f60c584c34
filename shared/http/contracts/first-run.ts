// The first run: how far it is, and the sample menu.
import { defineContract } from '../contract.ts';
import { FirstRun, FirstRunChoices, SampleMenuInstalled } from '../first-run.ts';
import { SAMPLE_MENU_REFUSALS } from '../refusals/first-run.ts';

export const readFirstRun = defineContract({
  method: 'get',
  path: '/api/staff/first-run',
  summary: 'Which steps are done',
  access: 'staff',
  answers: { 200: FirstRun },
});

export const chooseFirstRun = defineContract({
  method: 'put',
  path: '/api/staff/first-run',
  summary: 'Keep what was put off or put away',
  access: 'staff',
  body: FirstRunChoices,
  answers: { 200: FirstRun },
});

export const installSampleMenu = defineContract({
  method: 'post',
  path: '/api/staff/sample-menu',
  summary: 'Fill a menu in which there is nothing yet',
  access: 'staff',
  answers: { 200: SampleMenuInstalled },
  refusals: SAMPLE_MENU_REFUSALS,
});
