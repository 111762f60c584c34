// In the making: the screen follows in this folder.
export default function PrivacyPage() {
  return null;
}
