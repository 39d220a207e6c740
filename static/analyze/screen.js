// A screenshot is pasted, dropped or chosen; it is turned and scaled here, then sent.

const LONGEST = 1800;
const form = document.getElementById("screen-form");
const status = document.getElementById("screen-status");
const field = document.getElementById("picture");

async function scaled(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], "screen.png", { type: "image/png" });
}

async function send(file) {
  status.textContent = "Reading the cards …";
  const transfer = new DataTransfer();
  try {
    transfer.items.add(await scaled(file));
  } catch {
    transfer.items.add(file); // the server says what is wrong with it
  }
  field.files = transfer.files;
  form.submit();
}

const pictureIn = (transfer) => [...(transfer?.files ?? [])].find((file) => file.type.startsWith("image/"));

if (form) {
  form.addEventListener("submit", (event) => {
    if (!field.files.length) return;
    event.preventDefault();
    send(field.files[0]);
  });
  document.addEventListener("paste", (event) => {
    const file = pictureIn(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    send(file);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    const file = pictureIn(event.dataTransfer);
    if (!file) return;
    event.preventDefault();
    send(file);
  });
}
